import { assemblies } from "./assemblies";
import { customers } from "./customers";
import { items } from "./items";
import { orders } from "./orders";
import { paymentTerms } from "./payment-terms";
import { priceLevels } from "./price-levels";
import { vendors } from "./vendors";

/**
 * The simulated produce distributor, described without any storage: whoever wants to propose believable writes reads
 * it here, and the account is seeded from it.
 */
const locations = ["Dallas DC", "Plant 2", "Phoenix DC", "Chicago Cross-Dock"] as const;
export type LocationName = (typeof locations)[number];

/** Cases on hand per item or assembly and location; fixed by position. */
function onHand(sku: string, location: LocationName): number {
  const item = [...items, ...assemblies].findIndex((one) => one.sku === sku);
  return 240 + ((item * 53 + locations.indexOf(location) * 131) % 29) * 40;
}

export const distributor = {
  name: "Greenfield Fresh Supply",
  currency: "USD",
  items,
  customers,
  orders,
  vendors,
  paymentTerms,
  priceLevels,
  assemblies,
  locations,
  onHand,
} as const;
