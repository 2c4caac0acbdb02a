import { inTenant } from "@/db/client";
import { type HeldBackCount, addHeldBack } from "@/db/queries/controls/held-back";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { heldBackReasonOf, hourOf } from "@/lib/core/action/held-back";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";

/**
 * Counts proposals that a limit or a pause refused (held back). A refusal costs one addition in memory; the counts are written once a
 * second, in one statement per company. A process that dies loses the counts of its last second.
 */

const FLUSH_MS = 1_000;

interface Counting {
  /** Counts by company, then by agent, reason and hour. */
  counts: Map<number, Map<string, HeldBackCount>>;
  timer: NodeJS.Timeout | null;
}
/** Counts by database. On globalThis, because Next gives pages and routes separate instances of this module. */
const holder = globalThis as typeof globalThis & { countersignHeldBack?: WeakMap<object, Counting> };
const countings = (holder.countersignHeldBack ??= new WeakMap());

/** The last refused proposal; null: its body was not read. */
type About = Pick<HeldBackCount, "lastActionType" | "lastEntityRef"> | null;

/** Runs `answer` and counts its refusal if that held the agent back. @throws what `answer` throws. */
export async function countingHeldBack<Answer>(
  agent: AgentPrincipal,
  about: About,
  gateway: Gateway,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof AppError) countHeldBack(agent, error, about, gateway);
    throw error;
  }
}

/** Counts a refusal if a limit or a pause caused it; other refusals are not counted. */
export function countHeldBack(
  { tenantId, agentId }: AgentPrincipal,
  { code }: AppError,
  about: About,
  gateway: Gateway,
): void {
  const reason = heldBackReasonOf(code);
  if (reason === null) return;
  const at = gateway.clock.now();
  const [hour, time] = [hourOf(at).toISOString(), at.toISOString()];
  const one = { agentId, reason, hour, count: 1, firstAt: time, lastAt: time };
  count(tenantId, { ...one, ...(about ?? { lastActionType: null, lastEntityRef: null }) }, gateway);
}

function count(tenantId: number, added: HeldBackCount, gateway: Gateway): void {
  const counting = countings.get(gateway.database) ?? { counts: new Map(), timer: null };
  countings.set(gateway.database, counting);
  const counts = counting.counts.get(tenantId) ?? new Map<string, HeldBackCount>();
  counting.counts.set(tenantId, counts);
  const key = `${added.agentId} ${added.reason} ${added.hour}`;
  const known = counts.get(key);
  counts.set(
    key,
    known
      ? {
          ...known,
          count: known.count + added.count,
          firstAt: known.firstAt < added.firstAt ? known.firstAt : added.firstAt,
          lastAt: known.lastAt > added.lastAt ? known.lastAt : added.lastAt,
          lastActionType: added.lastActionType ?? known.lastActionType,
          lastEntityRef: added.lastEntityRef ?? known.lastEntityRef,
        }
      : added,
  );
  counting.timer ??= setTimeout(() => void flushHeldBack(gateway), FLUSH_MS).unref();
}

/** Writes this process's counts to the database. After a fault, which is logged, they are kept for the next flush. */
export async function flushHeldBack(gateway: Gateway): Promise<void> {
  const counting = countings.get(gateway.database);
  if (!counting) return;
  if (counting.timer) clearTimeout(counting.timer);
  countings.delete(gateway.database);
  for (const [tenantId, counts] of counting.counts) {
    const rows = [...counts.values()];
    try {
      await inTenant(gateway.database, tenantId, (tx) => addHeldBack(tx, tenantId, rows));
    } catch (error) {
      log.error(
        { tenantId, error: describeError(error) },
        "Counts of refused proposals could not be written",
      );
      for (const row of rows) count(tenantId, row, gateway);
    }
  }
}
