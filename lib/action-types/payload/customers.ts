import { type ProposalPayload, inOneSpelling } from "@/lib/core/payload/payload";
import { writesOf } from "./lines";
import { targetText } from "./target";

/** A customer that an action concerns, and how much of its impact is theirs. */
export interface ConcernedCustomer {
  customer_ref: string;
  /** Null: unknown. */
  impact_cents: number | null;
}

interface ProposedAction {
  payload: ProposalPayload;
  /** The customer of the whole action, where it was read and is a single one. */
  customerRef: string | null;
  impactCents: number | null;
  /** The facts of each line of a roll, in its order. */
  lines: readonly ({ customer?: string; impact_cents: number | null } | null | undefined)[];
}

/** The customers by the names that were read, or else proposed; in the order of the lines. Empty: it names none. */
export function customersOf({
  payload,
  customerRef,
  impactCents,
  lines,
}: ProposedAction): ConcernedCustomer[] {
  if (customerRef !== null) return [{ customer_ref: customerRef, impact_cents: impactCents }];
  const writes = writesOf(payload);
  const customers = new Map<string, ConcernedCustomer>();
  for (const [index, write] of writes.entries()) {
    const name = lines[index]?.customer ?? nameOf(write);
    if (name === null) continue;
    const impact = payload.lines ? (lines[index]?.impact_cents ?? null) : impactCents;
    const earlier = customers.get(inOneSpelling(name));
    if (earlier) earlier.impact_cents = sumOf(earlier.impact_cents, impact);
    else customers.set(inOneSpelling(name), { customer_ref: name, impact_cents: sumOf(0, impact) });
  }
  return [...customers.values()];
}

function nameOf(write: ProposalPayload): string | null {
  return write.entity_type === "customer" ? write.entity_ref : targetText(write, "customer");
}

function sumOf(sum: number | null, impact: number | null): number | null {
  return sum === null || impact === null ? null : sum + Math.abs(impact);
}
