import type {
  ActionTypeDefinition,
  LiveLine,
  LiveRead,
  RollFigures,
  Weighed,
} from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { holdsDeceptiveText } from "@/lib/core/values/shown-text";
import type { NetSuiteFacts } from "@/lib/core/push/verdict";

/** Stores a live read with its action, and reads it back. */

/** A line's share of it, in a short form: one row holds up to 500 of them. */
interface StoredLine {
  name: string | null;
  item?: string;
  customer?: string;
  vendor?: string;
  values: Record<string, string | null>;
  impact_cents: number | null;
  movement_percent: string | null;
}

/** A summary of a roll's lines, stored beside them so that a list need not load them. */
export interface StoredRoll extends RollFigures {
  /** True if a line has text that may look like something else. */
  suspicious: boolean;
}

export function storedRollOf(stored: Record<string, unknown>): StoredRoll | null {
  return (stored.roll as StoredRoll | undefined) ?? null;
}

/** The stored figures of a roll; empty for every other action. */
export function rollFactsOf(
  definition: ActionTypeDefinition,
  payload: ProposalPayload,
  facts: Record<string, unknown>,
): { roll?: StoredRoll } {
  // From the stored facts, as the detail will compute them.
  const figures = definition.rollFigures?.(payload, liveOf(facts, null));
  return figures ? { roll: { ...figures, suspicious: holdsDeceptiveText(payload) } } : {};
}

export function factsJsonOf(live: LiveRead, weighed: Weighed | null): Record<string, unknown> {
  const { customer_emails: _notStored, ...facts } = live.facts;
  return {
    ...facts,
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
    // Without a volume the figure is a zero that means nothing: unknown is never small.
    impact_cents: weighed?.complete ? weighed.impactCents : null,
    movement_percent: weighed?.movementPercent ?? null,
  };
}

/** The live read at the time of the proposal; null if nothing could be read. */
export function liveOf(stored: Record<string, unknown>, readAt: Date | string | null): LiveRead | null {
  const { values, record_name: recordName, impact_basis: _basis, lines, roll: _roll, ...facts } = stored;
  const roll = storedRollOf(stored);
  if (readAt === null && values === undefined && roll === null) return null;
  return {
    recordName: typeof recordName === "string" ? recordName : null,
    values: (values ?? {}) as LiveRead["values"],
    facts: facts as NetSuiteFacts,
    ...(Array.isArray(lines)
      ? { lines: (lines as (StoredLine | null)[]).map((line) => line && liveLineOf(line)) }
      : {}),
    ...(roll ? { roll } : {}),
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
