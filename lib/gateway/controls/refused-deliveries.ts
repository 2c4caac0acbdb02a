import {
  type RefusedCounts,
  countRefusedDeliveries,
  noteRefusedDeliveries,
} from "@/db/queries/controls/refused-deliveries";
import { figureStart } from "@/lib/core/message/channel-health";
import { INBOUND_ROUTES, type InboundRoute } from "@/lib/core/message/inbound-routes";
import type { Gateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";

/** Counts deliveries that were refused, for the metric and the page. */

/** A flood of forged requests costs one statement in so long, of each process. */
const FLUSH_SECONDS = 5;

interface Counting {
  counts: Map<InboundRoute, RefusedCounts>;
  timer: NodeJS.Timeout | null;
}
const countings = new WeakMap<object, Counting>();

function countingOf(gateway: Gateway): Counting {
  const known = countings.get(gateway) ?? { counts: new Map(), timer: null };
  countings.set(gateway, known);
  return known;
}

/** Counts one in memory; it reaches the database within seconds. What a process still holds when it dies is not counted. */
export function countRefused(route: InboundRoute, why: keyof RefusedCounts, gateway: Gateway): void {
  const counting = countingOf(gateway);
  const counts = counting.counts.get(route) ?? { forged: 0, malformed: 0 };
  counting.counts.set(route, { ...counts, [why]: counts[why] + 1 });
  counting.timer ??= setTimeout(() => void flushRefused(gateway), FLUSH_SECONDS * 1_000).unref();
}

/** Writes down what this process has counted. A fault is logged, and the counts wait for the next time. */
export async function flushRefused(gateway: Gateway): Promise<void> {
  const counting = countingOf(gateway);
  if (counting.timer) clearTimeout(counting.timer);
  const counted = counting.counts;
  countings.delete(gateway);
  const beganAt = figureStart(gateway.clock.now());
  try {
    for (const [route, counts] of counted) {
      await noteRefusedDeliveries(gateway.database, { route, beganAt, ...counts });
      counted.delete(route);
    }
  } catch (error) {
    log.error({ error: describeError(error) }, "Refused deliveries could not be counted");
    for (const [route, { forged, malformed }] of counted) {
      const { counts } = countingOf(gateway);
      const since = counts.get(route) ?? { forged: 0, malformed: 0 };
      counts.set(route, { forged: since.forged + forged, malformed: since.malformed + malformed });
    }
  }
}

/** The refusals of every route, including those that this process has not yet written. */
export async function readRefused(
  { seconds }: { seconds: number },
  gateway: Gateway,
): Promise<(RefusedCounts & { route: InboundRoute })[]> {
  await flushRefused(gateway);
  const since = new Date(gateway.clock.now().getTime() - seconds * 1_000);
  const rows = await countRefusedDeliveries(gateway.database, since);
  return INBOUND_ROUTES.map((route) => {
    const { forged = 0, malformed = 0 } = rows.find((row) => row.route === route) ?? {};
    return { route, forged, malformed };
  });
}
