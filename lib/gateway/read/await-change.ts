import { nextChange } from "@/db/changes";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";

/** Open waits of one asker in one process; each costs a look at the database now and then. */
const waitsPerAskerMax = 50;
const waits = new Map<string, number>();

/** Between looks while waiting, should a notice be lost. */
const lookAgainMs = 5_000;

export interface Wait<View> {
  tenantId: number;
  /** Waits of one asker count together: `agent 7`. */
  asker: string;
  /** Reads it as it is now; throws where the asker may not see it. */
  look: () => Promise<View>;
  /** Its state in a few words: the wait is over when they change. Null: it has ended, and changes no more. */
  stateOf: (view: View) => string | null;
  waitSeconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * A proposal, or a run, once its state has changed or the wait is over. One that has ended changes no more and is answered at
 * once: the decision may have come just before the request.
 * @throws AppError rate_limited 429 for too many waits at once; whatever `look` throws.
 */
export async function awaitChange<View>(wait: Wait<View>, gateway: Gateway): Promise<View> {
  const first = await wait.look();
  if (wait.waitSeconds === 0 || wait.stateOf(first) === null) return first;
  const open = waits.get(wait.asker) ?? 0;
  if (open >= waitsPerAskerMax) {
    throw new AppError("rate_limited", `There are ${open} open waits already; use fewer at once.`, {
      retryAfterSeconds: 5,
    });
  }
  waits.set(wait.asker, open + 1);
  try {
    return await untilChanged(wait, first, gateway);
  } finally {
    const others = (waits.get(wait.asker) ?? 1) - 1;
    if (others > 0) waits.set(wait.asker, others);
    else waits.delete(wait.asker);
  }
}

async function untilChanged<View>(wait: Wait<View>, first: View, gateway: Gateway): Promise<View> {
  const { look, tenantId, signal } = wait;
  const isSame = (a: View, b: View) => wait.stateOf(a) === wait.stateOf(b);
  const deadline = Date.now() + wait.waitSeconds * 1000;
  let latest = first;
  const isOver = () => Date.now() >= deadline || (signal?.aborted ?? false);
  while (isSame(first, latest) && !isOver()) {
    // Listening starts before the row is read again, so that no change falls between the two.
    const waitMs = Math.min(lookAgainMs, deadline - Date.now());
    const changed = nextChange(gateway.database, tenantId, waitMs, signal);
    latest = await look();
    if (!isSame(first, latest)) break;
    await changed;
    latest = await look();
  }
  return latest;
}
