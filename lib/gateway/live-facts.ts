import type { LiveLine, LiveRead } from "@/lib/core/action-types";
import type { Weighed } from "@/lib/core/action-types/definition";
import type { NetSuiteFacts } from "@/lib/core/verdict";

/** How a live read is kept with its action, and taken out again. */

/** A line's share of it, short: 500 of them lie in one row. */
interface StoredLine {
  name: string | null;
  item?: string;
  customer?: string;
  vendor?: string;
  values: Record<string, string | null>;
  impact_cents: number | null;
  movement_percent: string | null;
}

export function factsJsonOf(live: LiveRead, weighed: Weighed | null): Record<string, unknown> {
  return {
    ...live.facts,
    record_name: live.recordName,
    values: live.values,
    impact_basis: weighed?.basis ?? null,
    ...(live.lines
      ? { lines: live.lines.map((line, i) => line && storedLineOf(line, weighed?.lines?.[i])) }
      : {}),
  };
}

function storedLineOf(live: LiveLine, weighed: Weighed | null | undefined): StoredLine {
  const { item_name: item, customer_name: customer, vendor_name: vendor } = live.facts;
  return {
    name: live.recordName,
    ...(item === undefined ? {} : { item }),
    ...(customer === undefined ? {} : { customer }),
    ...(vendor === undefined ? {} : { vendor }),
    values: live.values,
    impact_cents: weighed?.impactCents ?? null,
    movement_percent: weighed?.movementPercent ?? null,
  };
}

/** What was read when it was proposed; null where nothing could be. */
export function liveOf(stored: Record<string, unknown>, readAt: Date | null): LiveRead | null {
  const { values, record_name: recordName, impact_basis: _basis, lines, ...facts } = stored;
  if (readAt === null && values === undefined) return null;
  return {
    recordName: typeof recordName === "string" ? recordName : null,
    values: (values ?? {}) as LiveRead["values"],
    facts: facts as NetSuiteFacts,
    ...(Array.isArray(lines)
      ? { lines: (lines as (StoredLine | null)[]).map((line) => line && liveLineOf(line)) }
      : {}),
  };
}

function liveLineOf({
  name,
  item,
  customer,
  vendor,
  values,
  impact_cents: impactCents,
}: StoredLine): LiveLine {
  return {
    recordName: name,
    values,
    facts: {
      ...(item === undefined ? {} : { item_name: item }),
      ...(customer === undefined ? {} : { customer_name: customer }),
      ...(vendor === undefined ? {} : { vendor_name: vendor }),
    },
    impactCents,
  };
}
