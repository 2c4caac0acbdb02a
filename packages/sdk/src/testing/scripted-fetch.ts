/** A fetch that answers by a script, and keeps its requests. */

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

type Answer = Response | Error | "hang" | ((request: ReceivedRequest) => Response);

export function scriptedFetch(answers: readonly Answer[]) {
  const requests: ReceivedRequest[] = [];
  const send = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request: ReceivedRequest = {
      method: init.method ?? "GET",
      url: String(input),
      headers: init.headers as Record<string, string>,
      body: init.body === undefined ? undefined : JSON.parse(init.body as string),
    };
    requests.push(request);
    const answer = answers[requests.length - 1];
    if (answer === undefined) throw new Error(`nobody scripted request ${requests.length} to ${request.url}`);
    if (answer === "hang") return hangUntil(init.signal!);
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(request) : answer;
  };
  return { requests, fetch: send };
}

const hangUntil = (signal: AbortSignal) =>
  new Promise<Response>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });

export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json", ...headers },
  });

export const problem = (
  status: number,
  code: string,
  more: object = {},
  headers: Record<string, string> = {},
) =>
  answer(
    status,
    { type: "about:blank", title: "", status, code, detail: `It is ${code}.`, ...more },
    headers,
  );

/** As Node's fetch fails: the code stands in the cause. */
export const networkFault = (code: string): Error =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });

export const view = (more: object = {}) => ({
  id: 7,
  status: "pending",
  comment: null,
  push_status: null,
  ...more,
});
