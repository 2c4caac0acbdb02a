import type { Fault } from "./fault";

const kindOfType: Readonly<Record<string, string>> = {
  "hitl.proposed": "proposal_unsealed",
  "hitl.vote_recorded": "approval_unsealed",
  "hitl.approved": "approval_unsealed",
  "push.line_applied": "settlement_unsealed",
  "hitl.applied": "settlement_unsealed",
};

const words: Readonly<Record<string, string>> = {
  proposal_unsealed: "The app did not take this proposal in: its seal is missing or does not fit.",
  approval_unsealed: "The app did not let this approval through: its seal is missing or does not fit.",
  settlement_unsealed: "The app did not see this write applied: its seal is missing or does not fit.",
  event_unsealed: "The app did not write this event: its seal is missing or does not fit.",
};

/** True for the types of events that carry the app's seal. */
export const carriesSeal = (type: string): boolean => type in kindOfType;

/** The fault of an event that was found without its seal. */
export function unsealedFault(event: {
  type: string;
  entityType: string;
  entityId: number;
  seq: number;
}): Fault {
  const kind = kindOfType[event.type] ?? "event_unsealed";
  const { entityType: entity_type, entityId: entity_id, seq } = event;
  return { kind, entity_type, entity_id, seq, text: words[kind]! };
}
