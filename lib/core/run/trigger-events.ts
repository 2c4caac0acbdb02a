/** Our own events that may begin runs, by the names that workflows use: of actions, of their pushes, and of runs. */

/** The trigger events by the engine's names. */
const byEngineName = {
  "hitl.proposed": "proposal.created",
  "hitl.approved": "proposal.approved",
  "hitl.applied": "proposal.applied",
  "hitl.rejected": "proposal.rejected",
  "hitl.expired": "proposal.expired",
  "hitl.cancelled": "proposal.cancelled",
  "hitl.superseded": "proposal.superseded",
  "hitl.stale": "proposal.stale",
  "ns-push.applied": "push.applied",
  "ns-push.stale": "push.stale",
  "ns-push.dead": "push.dead",
  "run.succeeded": "run.succeeded",
  "run.failed": "run.failed",
  "run.cancelled": "run.cancelled",
} as const;
export type TriggerEvent = (typeof byEngineName)[keyof typeof byEngineName];
type OfKind<Kind extends string> = Extract<TriggerEvent, `${Kind}.${string}`>;
export type ActionEvent = OfKind<"proposal">;
export type PushEvent = OfKind<"push">;
export type RunEvent = OfKind<"run">;

export const TRIGGER_EVENTS: readonly TriggerEvent[] = Object.values(byEngineName);
export const isTriggerEvent = (name: string): name is TriggerEvent =>
  (TRIGGER_EVENTS as readonly string[]).includes(name);

const isOf =
  <Event extends TriggerEvent>(kind: string) =>
  (event: TriggerEvent): event is Event =>
    event.startsWith(`${kind}.`);
export const isPushEvent = isOf<PushEvent>("push");
export const isRunEvent = isOf<RunEvent>("run");

/** Finds a trigger event by the engine's name. @throws Error for an unknown name. */
export function triggerEventOf(engineName: string): TriggerEvent {
  const found = (byEngineName as Record<string, TriggerEvent>)[engineName];
  if (found) return found;
  throw new Error(`There is no event ${engineName}`);
}

/** The types of the ledger's events behind it. A single write's end is its action's, a line's of a roll its own. */
export function ledgerTypesOf(event: TriggerEvent): readonly string[] {
  switch (event) {
    case "proposal.created":
      return ["hitl.proposed"];
    case "push.applied":
      return ["hitl.applied", "push.line_applied"];
    case "push.stale":
      return ["hitl.stale", "push.line_stale"];
    case "push.dead":
    case "run.succeeded":
    case "run.cancelled":
      return [event];
    case "run.failed":
      return ["run.failed_terminal"];
    default:
      return [event.replace(/^proposal\./, "hitl.")];
  }
}

const ofAction = {
  action_type: "string",
  entity_type: "string",
  entity_ref: "string",
  status: "string",
  customer: "dyn",
  impact_cents: "dyn",
  url: "string",
} as const;
const known = { id: "int", name: "string" } as const;

/** The types of an event's values in expressions, by kind. `dyn`: the value may be null. */
const facts = {
  proposal: { ...known, ...ofAction },
  push: { ...known, action_id: "int", line: "dyn", code: "dyn", ...ofAction },
  run: {
    ...known,
    workflow: "string",
    version: "int",
    status: "string",
    trigger_type: "string",
    error_step: "dyn",
    error_message: "dyn",
    url: "string",
  },
} as const;

/** The members of `event` in a trigger, with the types of the language. */
export const factsOf = (event: TriggerEvent): Readonly<Record<string, "int" | "string" | "dyn">> =>
  facts[event.slice(0, event.indexOf(".")) as keyof typeof facts];

/** As texts see them. */
export type Facts = Record<string, string | number | null>;
