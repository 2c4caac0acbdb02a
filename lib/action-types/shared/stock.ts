import { add, toCents } from "@/lib/core/values/decimal";
import { formatQuantity } from "@/lib/core/values/money";
import { changeOf, isPositive, itemKeyOf, locationKeyOf } from "./change";
import type { ActionTypeDefinition, LiveRead } from "./definition";
import { itemNameOf } from "./price";

/** Shared by the types that move the stock of an item. `field` holds the quantity by which it moves. */
export const stockMove = (field: string) =>
  ({
    entityTypes: ["item"],
    destination: "netsuite",
    effect: "create",
    weigh(payload, live) {
      const { unit_cost: cost } = live.facts;
      const impactCents = toCents(changeOf(payload, field).to, cost ?? null);
      return {
        movementPercent: null,
        impactCents,
        basis: cost === undefined ? null : "at unit cost",
        customerRef: null,
        sku: itemKeyOf(payload, payload.entity_ref),
        locationRef: locationKeyOf(payload),
        complete: impactCents !== null && isPositive(cost),
      };
    },
    subject: itemNameOf,
    says: [field],
  }) as const satisfies Partial<ActionTypeDefinition>;

/** The quantity on hand at one place: as it was read, or as the proposal says where it was not. */
export function onHandOf(live: LiveRead | null, from: string | null): string | null {
  return live?.facts.on_hand ?? live?.values.adjustqtyby ?? from;
}

/** `+1, leaves 363`; null where the quantity on hand is unknown. */
export function stockLeft(onHand: string | null, by: string | null): string | null {
  const after = add(onHand, by);
  if (onHand === null || by === null || after === null) return null;
  const sign = by.startsWith("-") ? "" : "+";
  return `${sign}${formatQuantity(by)}, leaves ${formatQuantity(after)}`;
}

/** `leaves 108 of 520 on hand`, and a warning where there is not as much; null where the quantity on hand or the move is unknown. */
export function stockAfter(onHand: string | null, by: string | null): string | null {
  const after = add(onHand, by);
  if (onHand === null || by === null || after === null) return null;
  const warning = after.startsWith("-") ? "takes more than there is: " : "";
  return by.startsWith("-")
    ? `${warning}leaves ${formatQuantity(after)} of ${formatQuantity(onHand)} on hand`
    : `brings ${formatQuantity(onHand)} on hand to ${formatQuantity(after)}`;
}
