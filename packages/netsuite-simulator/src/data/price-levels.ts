/** The distributor's price list: levels under the base price, each cheaper from 25 and from 100 cases up. */
export const priceLevels = [
  { name: "Base Price", percent: 100 },
  { name: "Wholesale", percent: 94 },
  { name: "Foodservice", percent: 90 },
] as const;
export type PriceLevelName = (typeof priceLevels)[number]["name"];

/** At what quantity a column starts, and what of the level's price is asked there, in percent. */
export const quantityBreaks = [
  { from: 0, percent: 100 },
  { from: 25, percent: 97 },
  { from: 100, percent: 94 },
] as const;

/** The price of one cell in cents, rounded half up. */
export function listPriceCents(baseCents: number, level: PriceLevelName, from: number): number {
  const ofLevel = priceLevels.find((one) => one.name === level)!.percent;
  const ofBreak = quantityBreaks.find((one) => one.from === from)!.percent;
  return Math.round((baseCents * ofLevel * ofBreak) / 10_000);
}
