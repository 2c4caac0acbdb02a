import type { Fate, PastAction } from "./past-action";
import { type PastKind, makePastProposals } from "./proposals-of-the-past";
import { rejections } from "./texts";

export const PAST_DAYS_MAX = 30;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** In UTC: when the offices of the company are busy. */
const opens = 14;
const openMinutes = 8 * 60;

/** The kinds in the order in which they come: notes and prices are most of an operator's day. */
const cycle: readonly PastKind[] = [
  "note",
  "price",
  "order",
  "slip",
  "stock",
  "note",
  "price",
  "mail",
  "order",
  "note",
  "price",
  "stock",
  "credit",
  "note",
  "order",
  "price",
  "cache",
  "note",
  "stock",
  "price",
  "slip",
  "order",
  "note",
  "price",
  "cost",
  "note",
  "stock",
  "order",
  "price",
  "mail",
];

/** By their place among what people decide. */
const fates: ReadonlyMap<number, Fate> = new Map<number, Fate>([
  ...[4, 11, 19, 27, 38, 46, 55, 63, 70].map((place, nth): [number, Fate] => [
    place,
    { kind: "rejected", comment: rejections[nth % rejections.length]! },
  ]),
  ...[15, 33, 52].map((place): [number, Fate] => [place, { kind: "expired" }]),
  ...[23, 66].map((place): [number, Fate] => [place, { kind: "withdrawn" }]),
  [31, { kind: "edited" }],
  [58, { kind: "edited" }],
  [35, { kind: "refused_by_netsuite" }],
  [60, { kind: "moved" }],
  [42, { kind: "undone" }],
]);
/** The standing authorisation decides these. */
const trivial: ReadonlySet<PastKind> = new Set(["slip", "cache", "mail"]);
/** Fates of a value that can be written otherwise, by others, or back. */
const wantsPrice: ReadonlySet<Fate["kind"]> = new Set(["edited", "moved", "undone"]);

/** The days before `today`, alike for every call: quiet weekends, four to six proposals on a working day. */
export function planMonth(today: Date, days: number): PastAction[] {
  const make = makePastProposals();
  const midnight = Math.floor(today.getTime() / dayMs) * dayMs;
  const plan: PastAction[] = [];
  let place = 0;
  let turn = 0;
  for (let before = days - 1; before >= 1; before -= 1) {
    const day = midnight - before * dayMs;
    for (const minute of minutesOf(day, before)) {
      let kind = cycle[turn % cycle.length] ?? "note";
      let fate: Fate = { kind: "approved" };
      turn += 1;
      if (!trivial.has(kind)) {
        fate = fates.get(place) ?? fate;
        place += 1;
        if (wantsPrice.has(fate.kind)) kind = "price";
      }
      plan.push({ at: new Date(day + (opens * 60 + minute) * minuteMs), proposal: make(kind), fate });
    }
  }
  return plan;
}

function minutesOf(day: number, before: number): number[] {
  const weekday = new Date(day).getUTCDay();
  const count = weekday === 0 || weekday === 6 ? 1 : 4 + (before % 3);
  return Array.from({ length: count }, (_, nth) => {
    const slot = Math.floor(openMinutes / count);
    return nth * slot + ((before * 37 + nth * 53) % slot);
  });
}
