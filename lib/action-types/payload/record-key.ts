import { type ProposalPayload, inOneSpelling, recordRefOf } from "@/lib/core/payload/payload";
import { actionTypeOf } from "@/lib/action-types/registry";
import { targetText } from "./target";

/** The NetSuite record that a write touches, by which pushes take their turns. */
export interface WrittenRecord {
  /**
   * Pushes that share it go one after the other, in the order of their approvals. Coarse on purpose: two lines of one
   * order, or two bids of one customer, are one record to NetSuite.
   */
  record_key: string;
  record_family: string;
  /** NetSuite could not be read at proposal: the key is a name, and the record may be any of the family. */
  record_unread: boolean;
}

export function recordOf(payload: ProposalPayload, customerRef: string | null): WrittenRecord {
  const key = recordRefOf(payload);
  const type = actionTypeOf(payload.action_type);
  const isOurs = type?.destination === "internal";
  const family = isOurs || type?.record === "customer" ? type.record : payload.entity_type;
  return {
    record_key: key ?? nameOf(payload, customerRef),
    record_family: family,
    record_unread: key === null && !isOurs,
  };
}

/** Stands in where the record could not be read. */
function nameOf(payload: ProposalPayload, customerRef: string | null): string {
  if (recordTypeOf(payload.action_type) !== "customer")
    return `${payload.entity_type}:${inOneSpelling(payload.entity_ref)}`;
  const customer = payload.entity_type === "customer" ? payload.entity_ref : targetText(payload, "customer");
  return `customer:${inOneSpelling(customer ?? customerRef ?? targetText(payload, "bid") ?? "")}`;
}

/** NetSuite's type of the record that the action type writes; null for a type that this version does not know. */
export function recordTypeOf(actionType: string): string | null {
  return actionTypeOf(actionType)?.record ?? null;
}
