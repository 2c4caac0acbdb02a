import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { type LocationName, distributor } from "@countersign/netsuite-simulator/company";
import { blank, proposedBy, hour, type More } from "./make";

/** Counts, losses and returns; and what Plant 2 builds. */

export const stock = proposedBy(
  "stock-agent",
  adjust("10522", "Phoenix DC", -18, "Cycle count of aisle 12 found 18 fewer than the system."),
  adjust("10585", "Plant 2", 35, "A receipt of last week was booked short; the packing slip says 35 more."),
  adjust("10564", "Chicago Cross-Dock", -22, "Damaged in transit; carrier claim CL-2210 is open."),
  adjust("10602", "Dallas DC", 12, "Returned unopened by Northgate; inspected and put back."),
  // Last: what an agent proposes after it adds to its total.
  adjust("10541", "Dallas DC", -412, "Cold chain break on dock 4; the quality report names the pallets.", {
    expires_in_seconds: 23 * hour,
  }),
);

/** Up to $5,000 a build is a medium risk, over it a high one. */
export const builds = proposedBy(
  "plant-agent",
  build("20110", 240, "Weekend orders come to 1,120 cases; 920 are on the shelf after tonight's loading."),
  build("20130", 520, "Two hotel groups begin their fajita week on Monday.", { memo: "Fajita week" }),
);

export function adjust(
  sku: string,
  location: LocationName,
  by: number,
  reason: string,
  more: More = {},
): ProposalInput {
  return {
    ...blank("inventory_adjustment", sku),
    changes: [{ field: "adjustqtyby", from: distributor.onHand(sku, location), to: by }],
    context: { location },
    reason,
    ...more,
  };
}

function build(
  sku: string,
  quantity: number,
  reason: string,
  context: Record<string, string> = {},
): ProposalInput {
  return {
    ...blank("assembly_build", sku),
    changes: [{ field: "quantity", to: quantity }],
    context: { location: "Plant 2", ...context },
    reason,
  };
}
