import { bidPriceUpdate } from "./customer-prices";
import { customerOfLine, rollDefinition } from "./roll";

export const bulkPriceRoll = rollDefinition(bidPriceUpdate, {
  type: "bulk_price_roll",
  entityType: "price_roll",
  title: "Price roll",
  thing: ["price", "prices"],
  party: ["customer", "customers"],
  field: "price",
  partyOf: customerOfLine,
});
