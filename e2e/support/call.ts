import type { InputOf, OperationName, ResultOf } from "@/lib/operations";
import { type Answer, expectStatus, parse, send } from "./http";
import { type Role, installation, userOf } from "./installation";

/** The tests' client: every operation by its name, with the types of the product's own list. */

export type As = Role | "agent";

interface Described {
  operationId: OperationName;
  parameters: { name: string; in: "path" | "query" | "header" }[];
  requestBody?: object;
}
interface Address extends Described {
  method: string;
  path: string;
}

/** Read once from the installation's own document, which says how each operation is called. */
let addresses: Promise<ReadonlyMap<OperationName, Address>> | undefined;

async function readAddresses(): Promise<ReadonlyMap<OperationName, Address>> {
  const { paths } = parse<{ paths: Record<string, Record<string, Described>> }>(
    await send("/api/openapi.json"),
  );
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => [
        described.operationId,
        { ...described, method: method.toUpperCase(), path },
      ]),
    ),
  );
}

type Input<Name extends OperationName> =
  Record<never, never> extends InputOf<Name> ? [input?: InputOf<Name>] : [input: InputOf<Name>];

/** Calls an operation with one flat input, as a page does. The answer may be a refusal. */
export async function call<Name extends OperationName>(
  name: Name,
  as: As,
  ...[input]: Input<Name>
): Promise<Answer> {
  addresses ??= readAddresses();
  const { method, path, parameters, requestBody } = (await addresses).get(name)!;
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
