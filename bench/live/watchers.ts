import http from "node:http";

/** Readers of /api/stream that only count, as many as a process can hold. */

export interface Watcher {
  /** Bytes that came so far. */
  received: () => number;
  isOpen: () => boolean;
  close: () => void;
}

/** Resolves once the stream is open. @throws Error where it is refused. */
export function openWatcher(url: string, token: string): Promise<Watcher> {
  return new Promise((resolve, reject) => {
    let received = 0;
    let closed = false;
    const request = http.get(
      new URL("/api/stream?topics=actions", url),
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`a stream was refused: ${answer.statusCode}`));
        answer.on("data", (piece: Buffer) => (received += piece.length));
        answer.on("error", () => {});
        answer.on("close", () => (closed = true));
        resolve({
          received: () => received,
          isOpen: () => !closed,
          close: () => {
            closed = true;
            request.destroy();
          },
        });
      },
    );
    request.on("error", (error) => !closed && reject(error));
  });
}

/** So many for each of these people, a few at a time. */
export async function openWatchers(url: string, tokens: readonly string[], each: number): Promise<Watcher[]> {
  const watchers: Watcher[] = [];
  for (const token of tokens)
    watchers.push(...(await Promise.all(Array.from({ length: each }, () => openWatcher(url, token)))));
  return watchers;
}
