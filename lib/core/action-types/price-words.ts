import { compareDecimals, percentMove, subtract, toCents } from "@/lib/core/values/decimal";
import { type ProposalPayload } from "@/lib/core/field-map";
import { formatMoney } from "@/lib/core/values/money";
import { type LiveRead, changeOf, isPositive } from "./definition";

/** What all types that move a price have in common: how far it goes, what that weighs, and how it is said. */

/** How a price of one field moves, and what the move makes over a number of units. A zero or no volume is no figure. */
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
