import type { Sender, SendResult } from "@/lib/outbound";

/** A `fetch` that sends by lib/outbound alone, for libraries that bring their own requests. */

interface GuardedFetchOptions {
  sender: Sender;
  timeoutMs: number;
  answerBytesMax: number;
  idempotencyKey: string;
  attemptId: string;
  /** Called once for each request, with what became of it. */
  onResult: (result: SendResult) => void;
}

/** Headers of the answer's body that no longer hold once it is read, and one that the sender alone sets. */
const SENDERS_OWN = new Set(["user-agent", "content-length"]);

/** @throws Error where no whole answer came; `onResult` has been told why. */
export function guardedFetch(options: GuardedFetchOptions): typeof fetch {
  const { sender, timeoutMs, answerBytesMax, idempotencyKey, attemptId, onResult } = options;
  return async (address, { method = "GET", headers, body, signal } = {}) => {
    if (typeof body !== "string") throw new TypeError("only text is sent");
    const result = await sender.send({
      method: method as "POST",
      url: String(address instanceof Request ? address.url : address),
      headers: Object.fromEntries([...new Headers(headers)].filter(([name]) => !SENDERS_OWN.has(name))),
      body,
      idempotencyKey,
      timeoutMs,
      answerBytesMax,
      attemptId,
      ...(signal ? { signal } : {}),
    });
    onResult(result);
    if (result.kind !== "answered") throw new Error(`No answer came: ${result.kind}.`);
    if (result.bodyState !== "whole") throw new Error(`The answer's body is ${result.bodyState}.`);
    const hasNoBody = result.status === 204 || result.status === 205 || result.status === 304;
    return new Response(hasNoBody ? null : Buffer.from(result.body), {
      status: result.status,
      headers: { ...result.headers },
    });
  };
}
