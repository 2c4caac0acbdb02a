import { nextChange } from "@/db/changes";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import { ACTION_STATUSES, isFinalAction } from "@/lib/core/action/proposed-action";
import type { Gateway } from "@/lib/gateway/context";

/** Open waits of one asker in one process; each costs a look at the database now and then. */
const waitsPerAskerMax = 50;
const waits = new Map<string, number>();

/** Between looks while waiting, should a notice be lost. */
const lookAgainMs = 5_000;

export interface Wait {
  tenantId: number;
  /** Waits of one asker count together: `agent 7`. */
  asker: string;
  /** Reads the proposal as it is now; throws where the asker may not see it. */
  look: () => Promise<ProposalView>;
  waitSeconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * The proposal, once its status (or that of its push) has changed or the wait is over. A proposal that has ended changes no
 * more and is answered at once: the decision may have come just before the request.
 * @throws AppError rate_limited 429 for too many waits at once; whatever `look` throws.
 */
export async function awaitChange(wait: Wait, gateway: Gateway): Promise<ProposalView> {
  const first = await wait.look();
  const ended = ACTION_STATUSES.some((status) => status === first.status && isFinalAction(status));
  if (wait.waitSeconds === 0 || ended) return first;
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

async function untilChanged(wait: Wait, first: ProposalView, gateway: Gateway): Promise<ProposalView> {
  const { look, tenantId, signal } = wait;
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

function isSame(a: ProposalView, b: ProposalView): boolean {
  return a.status === b.status && a.push_status === b.push_status;
}
