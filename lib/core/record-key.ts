import { type ProposalPayload, fieldMapOf, isActionType, targetText } from "./field-map";

/** The record under NetSuite's own name, whatever the proposal's spelling; null if it could not be read. */
export function recordRefOf({ record }: ProposalPayload): string | null {
  return record ? `${record.type}:${record.id}` : null;
}

/**
 * The key of the NetSuite record that a write changes. Pushes with the same key run one after the other, in the order of
 * their approvals. The key is coarse on purpose: two lines of one order, or two bids of one customer, are one record in
 * NetSuite. If the record could not be read, the proposal's name for it is used, in one spelling.
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

/** A reference in one spelling, so that letter case and surrounding spaces do not make a second record of it. */
export function inOneSpelling(reference: string): string {
  return reference.trim().toUpperCase();
}
