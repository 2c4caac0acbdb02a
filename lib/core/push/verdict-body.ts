import { z } from "zod";
import { PINNED_IDS, type PinnedId } from "@/lib/core/payload/payload";

/** The response bodies of our RESTlet, version 1. Any other body did not come from it. */

const fieldValues = z.array(z.object({ field: z.string(), value: z.string().nullable() }));
const recordRef = z.object({ type: z.string(), id: z.string(), name: z.string().nullish() });
const cents = z.number().int().optional();
const figure = z.string().optional();
const factsSchema = z.object({
  currency: figure,
  customer_id: figure,
  customer_name: figure,
  /** The addresses of the customer's record. Compared when an e-mail is proposed, and not stored. */
  customer_emails: z.array(z.string()).optional(),
  /** The customer's part of the trailing year's revenue, in percent. */
  customer_share_percent: figure,
  /** The account's own currency, and the units of it that one unit of `currency` is worth. */
  base_currency: figure,
  exchange_rate: figure,
  item_name: figure,
  /** With the record these say where a write lands; the RESTlet compares them with the ids that it finds. */
  ...(Object.fromEntries(PINNED_IDS.map((name) => [name, figure])) as Record<PinnedId, typeof figure>),
  level_name: figure,
  vendor_name: figure,
  /** Payment terms, those held and those to come: days until payment, and the discount for paying within fewer. */
  held_terms_days: figure,
  held_terms_discount_percent: figure,
  held_terms_discount_days: figure,
  terms_days: figure,
  terms_discount_percent: figure,
  terms_discount_days: figure,
  bom_name: figure,
  revision_name: figure,
  /** Units of the item invoiced in the trailing year; for a customer's price, to that customer only. */
  unit_volume_year: figure,
  unit_cost: figure,
  /** Units of the BOM's product that were built in the trailing year. */
  units_built_year: figure,
  /** The component's quantity per build, and its yield after waste in percent. */
  bom_quantity: figure,
  component_yield: figure,
  /** Units that could be built from the components at the location. */
  buildable_quantity: figure,
  on_hand: figure,
  order_quantity: figure,
  order_total_cents: cents,
  open_orders_cents: cents,
  credit_limit_cents: cents,
  /** The customer's unpaid invoices, and the overdue part of them. */
  balance_cents: cents,
  overdue_cents: cents,
  /** ISO 8601 UTC. */
  last_modified_at: figure,
  last_modified_by: figure,
});

const v = z.literal(1);
const appliedBody = z.object({
  v,
  verdict: z.literal("applied"),
  // The proof of a write names its record.
  record: recordRef.extend({ id: z.string().min(1) }),
  readback: fieldValues,
  committed_at: z.string().nullable(),
  duplicate: z.boolean(),
});
const failureBodies = [
  z.object({
    v,
    verdict: z.literal("stale"),
    reason: z.enum(["from_mismatch", "record_missing", "target_changed"]),
    live: fieldValues,
    message: z.string().optional(),
  }),
  z.object({ v, verdict: z.literal("conflict"), code: z.string(), message: z.string() }),
  z.object({ v, verdict: z.literal("terminal"), code: z.string(), message: z.string() }),
  z.object({ v, verdict: z.literal("not_executed"), code: z.string(), message: z.string() }),
] as const;
export const writeBody = z.discriminatedUnion("verdict", [appliedBody, ...failureBodies]);
export const readBody = z.discriminatedUnion("verdict", [
  z.object({ v, verdict: z.literal("read"), record: recordRef, values: fieldValues, facts: factsSchema }),
  ...failureBodies,
]);
/**
 * A bulk read. A `failed` answer carries NetSuite's own error. Fewer answers than reads: the caller requests the rest.
 */
export const readManyBody = z.discriminatedUnion("verdict", [
  z.object({
    v,
    verdict: z.literal("read_many"),
    answers: z
      .array(
        z.union([
          readBody,
          z.object({ v, verdict: z.literal("failed"), code: z.string(), message: z.string() }),
        ]),
      )
      .min(1),
  }),
  ...failureBodies,
]);
/** The rows of a saved search: texts by the key of their column. */
export const searchBody = z.discriminatedUnion("verdict", [
  z.object({
    v,
    verdict: z.literal("search"),
    rows: z.array(z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.string())).max(1_000),
    complete: z.boolean(),
  }),
  ...failureBodies,
]);
export const probeBody = z.discriminatedUnion("verdict", [
  appliedBody,
  z.object({
    v,
    verdict: z.literal("started"),
    record: recordRef.nullable(),
    live: fieldValues,
    live_matches: z.enum(["from", "neither"]),
  }),
  z.object({ v, verdict: z.literal("not_found"), live: fieldValues }),
  ...failureBodies,
]);
export type FailureBody = z.infer<(typeof failureBodies)[number]>;
export type WriteBody = z.infer<typeof writeBody>;
export type ReadBody = z.infer<typeof readBody>;
export type ReadManyBody = z.infer<typeof readManyBody>;
export type SearchBody = z.infer<typeof searchBody>;
export type ProbeBody = z.infer<typeof probeBody>;
export type AppliedBody = z.infer<typeof appliedBody>;
export type FieldValue = z.infer<typeof fieldValues>[number];
export type RecordRef = z.infer<typeof recordRef>;

/** Live facts for the tier rules. Cents are integers, other figures decimal text. Absent: NetSuite has no value. */
export type NetSuiteFacts = z.infer<typeof factsSchema> & {
  /** Ours: the account that was read, where tenants have accounts of their own. */
  netsuite_account?: string;
};
