import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { LiveRead, Weighed } from "./definition";

/** A customer as NetSuite names it, or as the proposal does where the record could not be read. */
export function customerNameOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.customer_name ?? live?.recordName ?? payload.entity_ref;
}

/** The weight of a write that moves no money. It still counts for its customer. */
export function movesNoMoney(customerRef: string | null): Weighed {
  return { movementPercent: null, impactCents: 0, basis: null, customerRef, sku: null, complete: true };
}
