import { credit } from "./credit";
import { customerPrices, largeBids, smallBids, workedExample } from "./customer-prices";
import { bomChanges, listPrices, vendorCosts } from "./items";
import { keptHere } from "./kept-here";
import type { DemoProposal } from "./make";
import { notes, repeatedTrivial } from "./notes";
import { orderLines } from "./orders";
import { rolls } from "./rolls";
import { builds, stock } from "./stock";

export { driftAfterwards, history } from "./history";
export { type DemoAgentName, type DemoProposal, demoAgents } from "./make";
export { trivial } from "./notes";

/** What waits for a decision when the demo opens: at least one of every action type. */
export function pendingProposals(): DemoProposal[] {
  return [
    ...orderLines(),
    ...notes,
    repeatedTrivial,
    ...smallBids,
    ...customerPrices,
    ...largeBids,
    ...listPrices,
    ...vendorCosts,
    ...stock,
    ...builds,
    ...bomChanges,
    ...rolls,
    ...keptHere,
    ...credit,
    workedExample,
  ];
}
