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
  /** One line, ours, without text of others: `Question #12`, `L3 bid price #8421`. */
  title: string;
  /** Who asks or proposes. A name, so text of others. */
  from: string;
  /** Of others, several lines. Null: it is withdrawn, or holds nothing that may be shown. */
  said: string | null;
  facts: readonly CardFact[];
  /** Sentences of ours about what is wrong with it, or missing. */
  warnings: readonly string[];
  /** What may be done where the card is shown. Null: it is over, or only the page can do it. */
  offer: CardOffer | null;
  /** A sentence of ours with names in it: who decided, that it is over. Null: it is open. */
  outcome: string | null;
  /** The page. It decides nothing by being opened. */
  url: string;
  /** Of an action, for a channel that shows it by a form of its own. Null: it is a question, or withdrawn. */
  action: ActionOnCard | null;
  /** Of a question, for the same. Absent: it is an action, or withdrawn. */
  question?: QuestionOnCard;
}

/** A question as its reader may see it. All texts are of others. */
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

/** `test`: its reader asked for it, and it is about nothing. `went_wrong`: the write that its reader decided on did. `digest`: what waits. */
export type CardOccasion = Occasion | "test" | "went_wrong" | "digest";

/** An action as this reader may see it, with the agent's own words and the policy behind it. */
export type ActionOnCard = ActionSummary &
  Pick<ActionDetail, "reason"> & {
    policy: { version: number };
    /** A sentence of the last look at its record against an approval. Null: it found nothing, or nobody has looked. */
    changed_record: string | null;
  };

export interface CardFact {
  /** Ours. */
  label: string;
  /** Of others. */
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
