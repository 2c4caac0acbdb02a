import { type TierRule, base, raisedBy, raisedByTotals } from "@/lib/core/action/tier-rules";
import { compareDecimals, percentMove, subtract, toCents } from "@/lib/core/values/decimal";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { formatMoney, formatQuantity } from "@/lib/core/values/money";
import { changeOf, isPositive, itemKeyOf, undoByRestoring } from "./change";
import { UNIT_PRICE } from "./range";
import type { ActionTypeDefinition, Field, LiveRead } from "./definition";

/** Shared by the types that move a price: fields, how far a price moves, the weight of the move, and its words. */

const itemPriceOfCustomer: Field = {
  field: "price",
  label: "price",
  kind: "money",
  aliases: ["unit_price", "bid_price", "customer_price"],
  range: UNIT_PRICE,
};

/** A bid is only another name of a customer: the two types have the same rules. */
const customerPriceRules: readonly TierRule[] = [
  base("price-move-under-5-percent", 3),
  raisedBy("movement_percent", 5, "price-move-from-5-percent", 4),
  raisedBy("cumulative_movement_percent", 5, "moves-of-the-day-from-5-percent", 4),
  ...raisedByTotals(["customer", "item", "agent"], {
    atLeast: 1_000_00,
    words: "from-1000-dollars",
    tier: 4,
  }),
];

/** `customerOf`: the customer as the proposal names it. */
export const customerPrice = (customerOf: (payload: ProposalPayload) => string | null) =>
  ({
    entityTypes: ["item"],
    destination: "netsuite",
    effect: "update",
    record: "customer",
    fields: [itemPriceOfCustomer],
    pinnedIds: ["item_id"],
    facts: ["currency", "customer_name", "item_name", "unit_volume_year"],
    tierRules: customerPriceRules,
    afterExternalEdit: "stale",
    weigh(payload, live) {
      const volume = live.facts.unit_volume_year;
      const price = weighPrice(payload, live, { field: "price", volume });
      return {
        ...price,
        basis: volume === undefined ? null : `a year, ${formatQuantity(volume)} units`,
        customerRef: live.facts.customer_name ?? customerOf(payload),
        sku: itemKeyOf(payload, payload.entity_ref),
        complete: price.complete && live.facts.customer_name !== undefined,
      };
    },
    subject: itemNameOf,
    says: ["price"],
    undo: undoByRestoring,
  }) as const satisfies Partial<ActionTypeDefinition>;

/** The movement of a price, and its impact over a number of units. A volume of zero counts as unknown. */
export function weighPrice(
  payload: ProposalPayload,
  live: LiveRead,
  { field, volume }: { field: string; volume: string | undefined },
) {
  const { to } = changeOf(payload, field);
  const before = live.values[field];
  const impactCents = toCents(subtract(to, before), volume);
  const movementPercent = percentMove(to, before);
  const complete = impactCents !== null && movementPercent !== null && isPositive(volume);
  return { movementPercent, impactCents, complete };
}

/** `Raise the bid price of Limes from $1.42 to $1.48 on bid B5875` */
export function priceSentence(
  payload: ProposalPayload,
  live: LiveRead | null,
  { field, of, where }: { field: string; of: string; where: string },
): string {
  const { from, to } = changeOf(payload, field);
  const old = from ?? live?.values[field] ?? null;
  const currency = live?.facts.currency ?? "USD";
  const direction = compareDecimals(to, old);
  const verb = direction === 1 ? "Raise" : direction === -1 ? "Lower" : "Set";
  return [
    `${verb} ${of}`,
    old === null ? "" : ` from ${formatMoney(old, currency)}`,
    to === null ? "" : ` to ${formatMoney(to, currency)}`,
    where === "" ? "" : ` ${where}`,
  ].join("");
}

export function itemNameOf(payload: ProposalPayload, live: LiveRead | null): string {
  return live?.facts.item_name ?? live?.recordName ?? `Item ${payload.entity_ref}`;
}
