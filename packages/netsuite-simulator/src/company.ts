/** The company that every new account is seeded with, as plain data: callers read it to propose believable writes. */
export { distributor } from "./data/distributor";
export type { LocationName } from "./data/distributor";
export { listPriceCents } from "./data/price-levels";
export type { PriceLevelName } from "./data/price-levels";
export { itemId } from "./data/seed-record";
export { purchasePricesOf } from "./data/vendors";
export type { VendorName } from "./data/vendors";
