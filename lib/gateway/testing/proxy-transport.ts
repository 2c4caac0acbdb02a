import type { TransportOutcome } from "@/lib/core/push/verdict";
import { type HttpTransport, createHttpTransport } from "@/lib/destinations/netsuite/http-transport";

/**
 * A proxy before NetSuite that answers the next writes itself, one answer each, and keeps their requests. `deliver` sends the
 * oldest of them on, however late.
 */
export function openProxy() {
  const plain = createHttpTransport(16);
  const answers: TransportOutcome[] = [];
  const kept: (() => Promise<TransportOutcome>)[] = [];
  const post: HttpTransport["post"] = async (request) => {
    const isWrite = (JSON.parse(request.body) as { op: string }).op === "write";
    const answer = isWrite ? answers.shift() : undefined;
    if (!answer) return plain.post(request);
    kept.push(() => plain.post(request));
    return answer;
  };
  return {
    transport: { post, close: () => plain.close() } satisfies HttpTransport,
    answerNext(status: number, body: unknown = "") {
      const bodyText = typeof body === "string" ? body : JSON.stringify(body);
      answers.push({ kind: "response", status, headers: {}, bodyText });
    },
    /** No connection is made. */
    failNext(code: string) {
      answers.push({ kind: "error", code, phase: "before_send" });
    },
    forget() {
      answers.length = 0;
      kept.length = 0;
    },
    deliver: async () => void (await kept.shift()!()),
  };
}
