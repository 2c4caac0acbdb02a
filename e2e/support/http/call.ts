import type { InputOf, OperationName, ResultOf } from "@/lib/operations";
import type { Problem } from "@/lib/contract/problem";
import { sendInSession } from "@/scripts/smoke/signed-in";
import { database } from "../database";
import { type Answer, type RequestParts, expectStatus, parse, send } from "./request";
import { type Role, installation, useStorageKey, userOf } from "../installation";
import { cookieOf } from "../people/sessions";

/** The tests' client: every operation by its name, with the types of the product's own list. */

/** By a role's token, the installation's agent's key, or a token or key of its own. */
export type As = Role | "agent" | { token: string };

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

/** Calls an operation with one flat input, as a page does, by token. The answer may be a refusal. */
export async function call<Name extends OperationName>(
  name: Name,
  as: As,
  ...[input]: Input<Name>
): Promise<Answer> {
  const { path, request } = await requestFor(name, input);
  return send(path, { ...request, token: tokenOf(as) });
}

function tokenOf(as: As): string {
  if (typeof as === "object") return as.token;
  return as === "agent" ? installation().agentKey : userOf(as).token;
}

/** The same in the role's kept session, with a step-up where one is asked for. */
export async function callInSession<Name extends OperationName>(
  name: Name,
  as: Role,
  ...[input]: Input<Name>
): Promise<Answer> {
  const { path, request } = await requestFor(name, input);
  useStorageKey();
  const session = { url: installation().url, owner: database(), cookie: cookieOf(as).value };
  return sendInSession(session, (headers) =>
    send(path, { ...request, headers: { ...request.headers, ...headers } }),
  );
}

async function requestFor(
  name: OperationName,
  input: object | undefined,
): Promise<{ path: string; request: RequestParts }> {
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
  return {
    path: `${address}${query.size > 0 ? `?${query.toString()}` : ""}`,
    request: { method, headers, ...(requestBody ? { body: rest } : {}) },
  };
}

/**
 * An operation that must succeed: by token, and in a session where a token is not enough. @throws Error that shows the answer.
 */
export async function succeed<Name extends OperationName>(
  name: Name,
  as: As,
  ...input: Input<Name>
): Promise<ResultOf<Name>> {
  const byToken = await call(name, as, ...input);
  const mayStepUp = as !== "agent" && typeof as === "string";
  const needsSession =
    mayStepUp && byToken.status === 403 && parse<Problem>(byToken).code === "session_required";
  const answer = needsSession ? await callInSession(name, as, ...input) : byToken;
  return expectStatus<ResultOf<Name>>(answer, 200, 201);
}

/** `X-Edit-Token` → `edit_token`, as the list names a header among the input. */
function fieldOfHeader(name: string): string {
  return name.toLowerCase().replace(/^x-/, "").replaceAll("-", "_");
}
