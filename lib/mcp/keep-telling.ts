import type { ServerContext } from "@modelcontextprotocol/server";
import type { ToolCall } from "./tool";

/** Clients give up after a minute to five without a word. */
const tellEveryMs = 10_000;

/**
 * Progress for a client that sent a token: at once, which begins the stream of the answer, and then every ten seconds,
 * rising. Without a token the work is simply done.
 */
export function keepTellingBy({ mcpReq }: ServerContext, everyMs = tellEveryMs): ToolCall["keepTelling"] {
  return async (words, totalSeconds, work) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined || totalSeconds === 0) return work();
    const startedAt = performance.now();
    let last = -1;
    const tell = () => {
      // The specification demands that it rises with each notice.
      last = Math.max(last + 1, Math.round((performance.now() - startedAt) / 1_000));
      const params = { progressToken, progress: last, total: totalSeconds, message: words };
      // A client that went away hears nothing; its call ends by its signal.
      mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    };
    tell();
    const timer = setInterval(tell, everyMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };
}
