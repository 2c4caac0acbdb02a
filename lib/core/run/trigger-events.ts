import type { ActionStatus } from "@/lib/core/action/proposed-action";

/** Our own events that may begin runs, by the names that workflows use. */

const statuses = {
  "proposal.created": "pending",
  "proposal.approved": "approved",
  "proposal.applied": "applied",
  "proposal.rejected": "rejected",
  "proposal.expired": "expired",
  "proposal.cancelled": "cancelled",
  "proposal.superseded": "superseded",
  "proposal.stale": "stale",
} as const satisfies Record<string, ActionStatus>;
export type TriggerEvent = keyof typeof statuses;

export const TRIGGER_EVENTS = Object.keys(statuses) as TriggerEvent[];
export const isTriggerEvent = (name: string): name is TriggerEvent => Object.hasOwn(statuses, name);

/** By the engine's name for the event of an action. @throws Error for a name that no such event has. */
export function triggerEventOf(engineName: string): TriggerEvent {
  const name =
    engineName === "hitl.proposed" ? "proposal.created" : engineName.replace(/^hitl\./, "proposal.");
  if (isTriggerEvent(name)) return name;
  throw new Error(`There is no event ${engineName}`);
}

/** The type of the ledger's event behind it. */
export const ledgerTypeOf = (event: TriggerEvent): string =>
  event === "proposal.created" ? "hitl.proposed" : event.replace(/^proposal\./, "hitl.");
