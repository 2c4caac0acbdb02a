import { type ProposalPayload, fieldMapOf, isActionType } from "./field-map";

/**
 * Names the NetSuite record a write touches: pushes that share it go one after the other, in the order of their
 * approvals. Coarse on purpose: two lines of one order, or two bids of one customer, are one record to NetSuite.
 */
export function recordKeyOf(payload: ProposalPayload, customerRef: string | null): string {
  const record = isActionType(payload.action_type)
    ? fieldMapOf(payload.action_type).fields[0]!.record
    : payload.entity_type;
  if (record === "customer" && payload.entity_type !== "customer") {
    return `customer:${customerRef ?? JSON.stringify(payload.context)}`;
  }
  return `${payload.entity_type}:${payload.entity_ref}`;
}
