import type { Item } from "./items";

/** The vendors of the distributor. The exchange sells everything, a little dearer than the growers. */
export const vendors = [
  "Valley Berry Growers",
  "Rio Grande Citrus",
  "Mesa Row Crops",
  "Salinas Leaf Cooperative",
  "Orchard Hill Packers",
  "Continental Produce Exchange",
] as const;
export type VendorName = (typeof vendors)[number];

interface PurchasePrice {
  vendor: VendorName;
  cents: number;
}

/** The first SKU of each grower's range. */
const growers: [fromSku: number, vendor: VendorName][] = [
  [10601, "Orchard Hill Packers"],
  [10551, "Mesa Row Crops"],
  [10541, "Salinas Leaf Cooperative"],
  [10521, "Mesa Row Crops"],
  [10501, "Rio Grande Citrus"],
  [10472, "Valley Berry Growers"],
];

/** The price of each vendor for an item: a case costs the distributor some six percent more by the time it is on the shelf. */
export function purchasePricesOf(item: Item): PurchasePrice[] {
  const grower = growers.find(([fromSku]) => Number(item.sku) >= fromSku)![1];
  const prices: PurchasePrice[] = [{ vendor: grower, cents: Math.round(item.unitCostCents * 0.94) }];
  const hasSecond = Number(item.sku) % 3 === 0;
  if (!hasSecond) return prices;
  return [
    ...prices,
    { vendor: "Continental Produce Exchange", cents: Math.round(item.unitCostCents * 0.98) },
  ];
}
