import { type ProposalPayload, fieldMapOf, isActionType, targetText } from "./field-map";

/** The record as NetSuite itself names it, however the proposal spelled it; null where it could not be read. */
export function recordRefOf({ record }: ProposalPayload): string | null {
  return record ? `${record.type}:${record.id}` : null;
}

/**
 * Names the NetSuite record a write touches: pushes that share it go one after the other, in the order of their
 * approvals. Coarse on purpose: two lines of one order, or two bids of one customer, are one record to NetSuite. Where
 * the record could not be read its name stands in, in one spelling.
 */
export function recordKeyOf(payload: ProposalPayload, customerRef: string | null): string {
  const recordRef = recordRefOf(payload);
  if (recordRef !== null) return recordRef;
  const record = isActionType(payload.action_type)
    ? fieldMapOf(payload.action_type).fields[0]!.record
    : payload.entity_type;
  if (record === "customer" && payload.entity_type !== "customer") {
    const name = customerRef ?? targetText(payload, "customer") ?? targetText(payload, "bid") ?? "";
    return `customer:${inOneSpelling(name)}`;
  }
  return `${payload.entity_type}:${inOneSpelling(payload.entity_ref)}`;
}

/** A reference as a person may type it, so that letter case and spaces make no second record of it. */
export function inOneSpelling(reference: string): string {
  return reference.trim().toUpperCase();
}
