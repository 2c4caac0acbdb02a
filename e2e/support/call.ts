import type { InputOf, OperationName, ResultOf } from "@/lib/operations";
import { type Answer, expectStatus, send } from "./http";
import { type Role, installation, userOf } from "./installation";

/** The tests' client: every operation by its name, with the types of the product's own list. */

export type As = Role | "agent";

interface Documented {
  operationId: OperationName;
  parameters: { name: string; in: "path" | "query" | "header" }[];
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
}
/** One operation as the installation's own document describes it. */
export interface Described extends Documented {
  /** In capitals. */
  method: string;
  path: string;
}

let described: Promise<Described[]> | undefined;

/** Every operation of the document, which is read once. */
export function readDescribed(): Promise<Described[]> {
  described ??= send("/api/openapi.json").then((answer) => {
    const { paths } = expectStatus<{ paths: Record<string, Record<string, Documented>> }>(answer, 200);
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
    );
  });
  return described;
}

type Input<Name extends OperationName> =
  Record<never, never> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>];

/** Calls an operation with one flat input, as a page does. The answer may be a refusal. */
export async function call<Name extends OperationName>(
  name: Name,
  as: As,
  ...[input]: Input<Name>
): Promise<Answer> {
  const operation = (await readDescribed()).find(({ operationId }) => operationId === name)!;
  const { method, path, parameters, requestBody } = operation;
  const rest: Record<string, unknown> = { ...input };
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let address = path;
  for (const parameter of parameters) {
    const field = parameter.in === "header" ? fieldOfHeader(parameter.name) : parameter.name;
    const value = rest[field];
    delete rest[field];
    if (value === undefined || value === null) continue;
    if (parameter.in === "path") address = address.replace(`{${field}}`, encodeURIComponent(String(value)));
    if (parameter.in === "query") query.set(field, String(value));
    if (parameter.in === "header") headers[parameter.name] = String(value);
  }
  return send(`${address}${query.size > 0 ? `?${query.toString()}` : ""}`, {
    method,
    token: as === "agent" ? installation().agentKey : userOf(as).token,
    headers,
    ...(requestBody ? { body: rest } : {}),
  });
}

/** The same where it must succeed. @throws Error that shows the answer. */
export async function succeed<Name extends OperationName>(
  name: Name,
  as: As,
  ...input: Input<Name>
): Promise<ResultOf<Name>> {
  return expectStatus<ResultOf<Name>>(await call(name, as, ...input), 200, 201);
}

/** `X-Edit-Token` → `edit_token`, as the list names a header among the input. */
function fieldOfHeader(name: string): string {
  return name.toLowerCase().replace(/^x-/, "").replaceAll("-", "_");
}
