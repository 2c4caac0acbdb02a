import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import { ACTION_TYPES, type ActionType, actionTypeOf } from "@/lib/action-types/registry";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import { credit } from "./credit";
import { customerPrices, largeBids, smallBids, workedExample } from "./customer-prices";
import { bomChanges, listPrices, vendorCosts } from "./items";
import { internal } from "./internal";
import type { DemoProposal } from "./make";
import { notes, repeatedTrivial } from "./notes";
import { orderLines } from "./orders";
import { rolls } from "./rolls";
import { builds, stock } from "./stock";

export { driftAfterwards, history } from "./history";
export { type DemoAgentName, type DemoProposal, demoAgents } from "./make";
export { trivial } from "./notes";

/** The proposals that wait for a decision when the demo opens: at least one of every action type. */
export function pendingProposals(): DemoProposal[] {
  const rows = [
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
    ...internal,
    ...credit,
    workedExample,
  ];
  const types = new Set(rows.map(({ input }) => input.action_type));
  return [...rows, ...ACTION_TYPES.filter((type) => !types.has(type)).map(exampleOf)];
}

/** Of a type that has no row of its own yet. */
function exampleOf(type: ActionType): DemoProposal {
  const { entity_type, entity_ref, changes, context } = EXAMPLE_PAYLOADS[type];
  const { title, example } = actionTypeOf(type)!;
  const input = proposalSchema.parse({
    action_type: type,
    entity_type,
    entity_ref,
    changes,
    context,
    reason: example.reason ?? `The example of ${title.toLowerCase()}, as its definition has it.`,
  });
  return { agent: "key-accounts-agent", input };
}
