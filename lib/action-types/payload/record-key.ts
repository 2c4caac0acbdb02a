import { type ProposalPayload, inOneSpelling, recordRefOf } from "@/lib/core/payload/payload";
import { actionTypeOf } from "@/lib/action-types/registry";
import { targetText } from "./target";

/**
 * Names the NetSuite record a write touches: pushes that share it go one after the other, in the order of their
 * approvals. Coarse on purpose: two lines of one order, or two bids of one customer, are one record to NetSuite. Where
 * the record could not be read its name stands in, in one spelling.
 */
export function recordKeyOf(payload: ProposalPayload, customerRef: string | null): string {
  const recordRef = recordRefOf(payload);
  if (recordRef !== null) return recordRef;
  const record = recordTypeOf(payload.action_type) ?? payload.entity_type;
  if (record === "customer" && payload.entity_type !== "customer") {
    const name = customerRef ?? targetText(payload, "customer") ?? targetText(payload, "bid") ?? "";
    return `customer:${inOneSpelling(name)}`;
  }
  return `${payload.entity_type}:${inOneSpelling(payload.entity_ref)}`;
}

/** NetSuite's type of the record that the action type writes; null for a type that this version does not know. */
export function recordTypeOf(actionType: string): string | null {
  return actionTypeOf(actionType)?.record ?? null;
}
