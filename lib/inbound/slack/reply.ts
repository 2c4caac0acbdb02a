import type { ModalView } from "@slack/types";
import type { ChannelAccount } from "@/lib/channels/channel";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { plain, section } from "@/lib/channels/slack/cards/blocks";
import { escapeText } from "@/lib/channels/slack/cards/outside-text";
import type { AnswerableQuestion } from "@/lib/channels/slack/cards/question-card";
import type { SlackPress, SlackSubmission } from "@/lib/channels/slack/inbound/interaction";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import type { KnownDelivery } from "@/lib/messages/receive-delivery";

/** The reply to the person who pressed, and the outcome that is stored. */
export interface SlackReply {
  /** The outcome to store in the delivery's row; our own word. */
  outcome: string;
  show:
    | { kind: "nothing" }
    /** To them alone. Markup of Slack's. */
    | { kind: "note"; text: string }
    /** At the inputs of the modal, which stays open. */
    | { kind: "errors"; errors: Readonly<Record<string, string>> };
}

/** Runs the work once the answer is out: Slack waits three seconds for that. */
export type RunAfterwards = (work: () => Promise<void>) => void;

/** One press or submission by a person of ours on a message of ours. */
export interface SlackDeed<One extends SlackPress | SlackSubmission> {
  received: One;
  person: Person;
  message: NonNullable<KnownDelivery["message"]>;
  ref: string;
  /** The workspace that it came from. */
  account: ChannelAccount;
  app: SlackApp;
  gateway: Gateway;
}

export const nothing = (outcome: string): SlackReply => ({ outcome, show: { kind: "nothing" } });

/** @param text Ours, or a sentence with names in it: it is escaped. */
export const note = (outcome: string, text: string, url?: string): SlackReply => ({
  outcome,
  show: {
    kind: "note",
    text: escapeText(text) + (url === undefined ? "" : `\n<${url}|Open in Countersign>`),
  },
});

/** The place of a modal after its submission, where there is something to say. */
export const noteView = (text: string): ModalView => ({
  type: "modal",
  title: plain("Countersign"),
  close: plain("Close"),
  blocks: [section(text)],
});

/** Opens a modal within the three seconds of the press. */
export async function openModal(
  { received, app, account }: SlackDeed<SlackPress>,
  view: ModalView,
  url: string,
): Promise<SlackReply> {
  const body = { trigger_id: received.triggerId, view };
  const { kind } = await app.calls.call(account, "views.open", body, { timeoutMs: MODAL_MS_MAX });
  return kind === "done"
    ? nothing("asked")
    : note("modal_failed", "Slack could not open the form. Nothing was decided.", url);
}

const MODAL_MS_MAX = 1_500;

export const isPending = ({ status }: Pick<ActionDetail, "status">): boolean => status === "pending";

export function questionOf({
  interaction_type: type,
  options,
  schema,
  message,
}: InteractionView): AnswerableQuestion {
  return { type, options, schema, multiple: schema?.type === "array", message: message ?? "" };
}
