import type { Fault } from "./fault";

const kindOfType: Readonly<Record<string, string>> = {
  "hitl.proposed": "proposal_unsealed",
  "hitl.vote_recorded": "approval_unsealed",
  "hitl.approved": "approval_unsealed",
  "hitl.rejected": "rejection_unsealed",
  "hitl.cancelled": "end_unsealed",
  "hitl.superseded": "end_unsealed",
  "hitl.stale": "end_unsealed",
  "push.line_stale": "end_unsealed",
  "push.lines_cancelled": "end_unsealed",
  "hitl.extended": "act_unsealed",
  "hitl.reproposed": "act_unsealed",
  "hitl.undo_proposed": "act_unsealed",
  "push.retry_requested": "act_unsealed",
  "push.revived": "act_unsealed",
  "draft.marked": "act_unsealed",
  "push.dead": "outcome_unsealed",
  "push.unknown": "outcome_unsealed",
  "push.requeued": "outcome_unsealed",
  "push.rescued": "outcome_unsealed",
  "push.found_written": "outcome_unsealed",
  "push.line_applied": "settlement_unsealed",
  "hitl.applied": "settlement_unsealed",
};

/** The sealed events of runs. Their other events repeat facts that rows and steps prove. */
const kindOfRunType: Readonly<Record<string, string>> = { "run.started": "run_unsealed" };

const words: Readonly<Record<string, string>> = {
  proposal_unsealed: "The app did not take this proposal in: its seal is missing or does not fit.",
  approval_unsealed: "The app did not let this approval through: its seal is missing or does not fit.",
  rejection_unsealed: "The app did not let this rejection through: its seal is missing or does not fit.",
  end_unsealed: "The app did not end this: its seal is missing or does not fit.",
  act_unsealed: "The app did not do this: its seal is missing or does not fit.",
  outcome_unsealed: "The app did not find this: its seal is missing or does not fit.",
  settlement_unsealed: "The app did not see this write applied: its seal is missing or does not fit.",
  run_unsealed: "The app did not begin this run: its seal is missing or does not fit.",
  event_unsealed: "The app did not write this event: its seal is missing or does not fit.",
};

/** Event types that parts of the product write, with neither a person nor an agent as the actor. */
const typesOfParts: ReadonlySet<string> = new Set([
  "hitl.intake_sealed",
  "hitl.tier_raised",
  "hitl.expired",
  "hitl.applied",
  "push.line_applied",
  "push.requeued",
  "push.unknown",
  "push.rescued",
  "push.dead",
  "push.found_written",
]);

const kindsOf = (entityType: string): Readonly<Record<string, string>> =>
  entityType === "proposed_action" ? kindOfType : entityType === "run" ? kindOfRunType : {};

/** True for the types of events that carry the app's seal. */
export const carriesSeal = (entityType: string, type: string): boolean =>
  Object.hasOwn(kindsOf(entityType), type);

/**
 * True for an event of an action that the product writes nowhere: its type is none of ours, or a part's own is given to
 * somebody. Without this, whoever holds the database could have a person say in the history what they please.
 */
export const isForeign = (type: string, actorKind: string): boolean =>
  typesOfParts.has(type) ? actorKind !== "system" : !carriesSeal("proposed_action", type);

/** The fault of an event that was found without its seal. */
export function unsealedFault(event: {
  type: string;
  entityType: string;
  entityId: number;
  seq: number;
}): Fault {
  const { entityType: entity_type, entityId: entity_id, seq } = event;
  const kind = kindsOf(entity_type)[event.type] ?? "event_unsealed";
  return { kind, entity_type, entity_id, seq, text: words[kind]! };
}
