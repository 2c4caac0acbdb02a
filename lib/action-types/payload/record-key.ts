import { type ProposalPayload, inOneSpelling, recordRefOf } from "@/lib/core/payload/payload";
import { actionTypeOf } from "@/lib/action-types/registry";
import { targetText } from "./target";

/**
 * Names the NetSuite record a write touches: pushes that share it go one after the other, in the order of their
 * approvals. Coarse on purpose: two lines of one order, or two bids of one customer, are one record to NetSuite. Where
 * the record could not be read its name stands in.
 */
export const recordKeyOf = (payload: ProposalPayload, customerRef: string | null): string =>
  recordRefOf(payload) ?? recordNamesOf(payload, customerRef)[0];

/**
 * The names of that record, each in one spelling, by which a proposal that could not read it shares its turn with others
 * that could. The second is there where the record has one.
 */
export function recordNamesOf(
  payload: ProposalPayload,
  customerRef: string | null,
): [name: string, alias: string | null] {
  const record = recordTypeOf(payload.action_type) ?? payload.entity_type;
  if (record !== "customer") return [`${payload.entity_type}:${inOneSpelling(payload.entity_ref)}`, null];
  const customer = payload.entity_type === "customer" ? payload.entity_ref : targetText(payload, "customer");
  const known = [customer, customerRef, targetText(payload, "bid")].filter((name) => name !== null);
  const names = new Set(known.map((name) => `customer:${inOneSpelling(name)}`));
  const [name = "customer:", ...others] = names;
  return [name, others.at(-1) ?? null];
}

/** NetSuite's type of the record that the action type writes; null for a type that this version does not know. */
export function recordTypeOf(actionType: string): string | null {
  return actionTypeOf(actionType)?.record ?? null;
}
