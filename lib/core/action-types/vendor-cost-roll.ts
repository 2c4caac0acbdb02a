import { rollDefinition } from "./roll";
import { vendorCostUpdate, vendorOfLine } from "./vendor-cost-update";

export const vendorCostRoll = rollDefinition(vendorCostUpdate, {
  type: "vendor_cost_roll",
  entityType: "cost_roll",
  title: "Vendor cost roll",
  thing: ["cost", "costs"],
  party: ["vendor", "vendors"],
  field: "purchaseprice",
  partyOf: vendorOfLine,
});
