import { type ActionType, actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { distributor } from "@countersign/netsuite-simulator/company";

/** A proposal of one of the demo's agents, against the simulated distributor's own records. */
export interface DemoProposal {
  agent: DemoAgentName;
  input: ProposalInput;
}
export const demoAgents = [
  "pricing-agent",
  "bid-desk",
  "contract-agent",
  "key-accounts-agent",
  "order-desk",
  "ar-agent",
  "stock-agent",
  "plant-agent",
  "buying-agent",
] as const;
/** The proposals of one agent. */
export const proposedBy = (agent: DemoAgentName, ...inputs: ProposalInput[]): DemoProposal[] =>
  inputs.map((input) => ({ agent, input }));
export type DemoAgentName = (typeof demoAgents)[number];

export const hour = 3600;

export type More = Partial<ProposalInput>;

/** A proposal of the type about its first kind of record. */
export function blank(actionType: ActionType, entityRef: string): ProposalInput {
  return {
    action_type: actionType,
    entity_type: actionTypeOf(actionType)!.entityTypes[0],
    entity_ref: entityRef,
    changes: [],
    context: {},
    reason: "",
    evidence: [],
  };
}

export function dollars(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

export function customerNamed(name: string) {
  return distributor.customers.find((one) => one.name === name)!;
}

export function itemNamed(sku: string) {
  return distributor.items.find((one) => one.sku === sku)!;
}
