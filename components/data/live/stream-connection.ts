import type { StreamedAction } from "@/lib/contract/monitoring/stream";

/** One connection to the stream, opened again with back-off for as long as it is wanted. */

export type StreamMessage =
  | { kind: "action"; change: StreamedAction }
  | { kind: "control"; seq: number }
  /** Changes may have been missed: read again. */
  | { kind: "gap"; newest: number }
  /** False: nothing comes until it is opened again. */
  | { kind: "live"; live: boolean };

interface ConnectionOptions {
  /** Where to go on; null: it begins now. */
  after: () => number | null;
  tell: (heard: StreamMessage) => void;
}

const retryMsFirst = 200;
const retryMsMax = 30_000;
/** The server ends a stream each minute: one that lasted this long did not fail. */
const lastedMs = 5_000;
/** One that goes on for longer than the server lets any is dead, whatever the browser believes. */
const lifeMsMax = 90_000;

/** Returns how to hang up. */
export function connectStream({ after, tell }: ConnectionOptions): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Infinity: it is not open. */
  let openedAtMs = Infinity;
  let failures = 0;

  const connect = () => {
    openedAtMs = Infinity;
    const from = after();
    source = new EventSource(
      `/api/stream?topics=actions,controls,runs,interactions${from === null ? "" : `&after=${from}`}`,
    );
    source.addEventListener("open", () => {
      openedAtMs = Date.now();
      tell({ kind: "live", live: true });
    });
    source.addEventListener("action", ({ data }: MessageEvent<string>) =>
      tell({ kind: "action", change: JSON.parse(data) as StreamedAction }),
    );
    // Runs and questions to people are read again with everything else that is no action.
    for (const name of ["control", "run", "interaction"])
      source.addEventListener(name, ({ lastEventId }: MessageEvent<string>) =>
        tell({ kind: "control", seq: Number(lastEventId) }),
      );
    source.addEventListener("reset", ({ lastEventId }: MessageEvent<string>) =>
      tell({ kind: "gap", newest: Number(lastEventId) }),
    );
    // The browser would try again at a constant pace, or after a refusal never.
    source.addEventListener("error", tryAgain);
    timer = setTimeout(tryAgain, lifeMsMax);
  };

  const tryAgain = () => {
    hangUp();
    const lasted = Date.now() - openedAtMs >= lastedMs;
    failures = lasted ? 0 : failures + 1;
    if (failures > 1) tell({ kind: "live", live: false });
    // Not everybody at one moment, where the server itself was gone.
    const waitMs = Math.min(retryMsMax, retryMsFirst * 2 ** failures) * (0.5 + Math.random() / 2);
    timer = setTimeout(connect, waitMs);
  };

  const hangUp = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };

  connect();
  return hangUp;
}
