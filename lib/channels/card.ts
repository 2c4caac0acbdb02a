import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import type { InteractionStatus, InteractionType } from "@/lib/core/interaction/interaction";
import type { Occasion } from "@/lib/core/message/next-step";
import type { Gesture } from "@/lib/core/action/risk-tier";

/**
 * A question or an action as a channel shows it, before it has the channel's form. Words of ours and text of others stand in members of
 * their own: `said` of others is not disarmed yet, because each channel has its own dangers.
 */
export interface Card {
  ref: string;
  subject: { kind: "question" | "action" | "account" | "digest"; id: number };
  occasion: CardOccasion;
  /** One line of our own words, without outside text: `Question #12`, `L3 bid price #8421`. */
  title: string;
  /** The name of the asker or proposer; outside text. */
  from: string;
  /** Outside text of several lines. Null: the card is withdrawn, or the text may not be shown. */
  said: string | null;
  facts: readonly CardFact[];
  /** Our own sentences about faults or missing parts. */
  warnings: readonly string[];
  /** The decision or answer that the card offers. Null: it is over, or only the page offers it. */
  offer: CardOffer | null;
  /** Our own sentence with names in it: the decision and who made it, or another end. Null: it is open. */
  outcome: string | null;
  /** The address of its page, which decides nothing by being opened. */
  url: string;
  /** The action, for a channel with a form of its own for it. Null: the card is about a question, or withdrawn. */
  action: ActionOnCard | null;
  /** The question, for the same purpose. Absent: the card is about an action, or withdrawn. */
  question?: QuestionOnCard;
}

/** A question as the recipient may see it. All of its texts are outside text. */
export interface QuestionOnCard {
  id: number;
  type: InteractionType;
  status: InteractionStatus;
  askedBy: string;
  message: string;
  options: readonly { value: string; label: string }[] | null;
  multiple: boolean;
  /** JSON Schema of an answer. */
  schema: Readonly<Record<string, unknown>>;
  openUntil: string;
}

/** `test`: the recipient asked for a test message. `went_wrong`: a write that the recipient decided on failed. `digest`: a list of what waits. */
export type CardOccasion = Occasion | "test" | "went_wrong" | "digest";

/** An action as the recipient may see it, with the agent's own words and the policy version. */
export type ActionOnCard = ActionSummary &
  Pick<ActionDetail, "reason"> & {
    policy: { version: number };
    /** The finding of the last live reading that speaks against approval. Null: there is none. */
    changed_record: string | null;
  };

export interface CardFact {
  /** Ours. */
  label: string;
  /** Outside text. */
  value: string;
}

export type CardOffer =
  | { kind: "decide"; gesture: Gesture; sentence: string; payloadHash: string }
  | {
      kind: "answer";
      type: InteractionType;
      options: readonly { value: string; label: string }[] | null;
      multiple: boolean;
      schema: Readonly<Record<string, unknown>> | null;
    };
