import { installation } from "../installation";

/** One HTTP request to the app, and everything of its answer that a test may look at. */
export interface RequestParts {
  method?: string;
  /** Goes into `Authorization: Bearer …`. */
  token?: string;
  headers?: Record<string, string>;
  /** RequestParts as JSON. */
  body?: unknown;
  /** RequestParts as it is; wins over `body`. */
  raw?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Content type of the body; null: none is sent. */
  type?: string | null;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export async function send(path: string, request: RequestParts = {}): Promise<Answer> {
  const { method = "GET", token, raw } = request;
  const body = raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const type = request.type === undefined ? "application/json" : request.type;
  const answer = await fetch(installation().url + path, {
    method,
    redirect: "manual",
    headers: {
      // The app ends a connection that lies idle; a slow test may send just then.
      connection: "close",
      ...(body !== undefined && type !== null ? { "content-type": type } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { body: body as BodyInit }),
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

export function parse<T>(answer: Answer): T {
  return JSON.parse(answer.text) as T;
}

/** The answer's body where it has the expected status. @throws Error that shows the answer. */
export function expectStatus<T>(answer: Answer, ...statuses: number[]): T {
  if (statuses.includes(answer.status)) return parse<T>(answer);
  throw new Error(`${answer.status} instead of ${statuses.join(" or ")}: ${answer.text.slice(0, 500)}`);
}
