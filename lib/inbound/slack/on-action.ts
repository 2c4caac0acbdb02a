import { whyNotByCard } from "@/lib/channels/slack/cards/action-card";
import { REASON_BLOCK, approveModal, rejectModal } from "@/lib/channels/slack/cards/action-modals";
import { SLACK_ACTIONS } from "@/lib/channels/slack/cards/blocks";
import type { SlackPress, SlackSubmission } from "@/lib/channels/slack/inbound/interaction";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import type { DecideResult } from "@/lib/contract/actions/decision";
import type { Decision } from "@/lib/core/action/proposed-action";
import { hasVisibleText } from "@/lib/core/values/shown-text";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import { decideByCard, readForCard } from "@/lib/inbound/decide-by-card";
import { gestureOf } from "@/lib/view/action/gesture";
import { type SlackDeed, type SlackReply, isPending, note, nothing, openModal } from "./reply";

/** Presses and modals about a proposed action. */

export async function onActionPress(deed: SlackDeed<SlackPress>, actionId: number): Promise<SlackReply> {
  const { received, person, gateway, ref } = deed;
  const url = actionUrl(actionId);
  switch (received.actionId) {
    case SLACK_ACTIONS.approve: {
      const action = await readForCard(person, actionId, gateway);
      // The claim knows best how it ended.
      if (!isPending(action)) return decide(deed, actionId, { decision: "approve" });
      const why = whyNotByCard(action);
      if (why !== null) return note("refused_by_card", `${why} Nothing was decided.`, url);
      return gestureOf(action) === "confirm"
        ? confirm(deed, action)
        : decide(deed, actionId, { decision: "approve" });
    }
    case SLACK_ACTIONS.reject: {
      const action = await readForCard(person, actionId, gateway);
      if (!isPending(action)) return decide(deed, actionId, { decision: "reject" });
      return openModal(deed, rejectModal(action, ref), url);
    }
    default:
      return nothing("ignored");
  }
}

function confirm(deed: SlackDeed<SlackPress>, action: ActionDetail): Promise<SlackReply> | SlackReply {
  const url = actionUrl(action.id);
  const view = approveModal(action, deed.ref);
  return view ? openModal(deed, view, url) : note("refused_by_card", "Nothing was decided: open it.", url);
}

export async function onActionSubmission(
  deed: SlackDeed<SlackSubmission>,
  actionId: number,
): Promise<SlackReply> {
  const { received, person, gateway } = deed;
  switch (received.callbackId) {
    case SLACK_ACTIONS.approve: {
      const action = await readForCard(person, actionId, gateway);
      const url = actionUrl(actionId);
      const why = isPending(action) ? whyNotByCard(action) : null;
      if (why !== null) return note("refused_by_card", `${why} Nothing was decided.`, url);
      return decide(deed, actionId, { decision: "approve", confirmed: true });
    }
    case SLACK_ACTIONS.reject:
      return decide(deed, actionId, { decision: "reject", comment: reasonOf(received) });
    default:
      return nothing("ignored");
  }
}

/** Null: none was given. */
function reasonOf({ values }: SlackSubmission): string | null {
  const text = values.get(REASON_BLOCK);
  return typeof text === "string" && hasVisibleText(text) ? text.trim() : null;
}

async function decide(
  { person, message, gateway }: SlackDeed<SlackPress | SlackSubmission>,
  actionId: number,
  {
    decision,
    confirmed = false,
    comment = null,
  }: { decision: Decision; confirmed?: boolean; comment?: string | null },
): Promise<SlackReply> {
  const payloadHash = message.payloadHash!;
  const command = { actionId, payloadHash, decision, confirmed, comment, channel: "slack" } as const;
  const result = await decideByCard(person, command, gateway);
  return note(result.outcome, decidedWords(result));
}

const DONE: Record<Decision, string> = { approve: "approved", reject: "rejected" };

function decidedWords({
  outcome,
  decision,
  approvals,
  required_approvals: required,
  id,
}: DecideResult): string {
  switch (outcome) {
    case "claimed":
      return `You ${DONE[decision]} #${id}.`;
    case "vote_recorded":
      return `Your approval of #${id} is recorded: ${approvals} of ${required}. Nothing is written until all are in.`;
    case "already_decided":
      return `You had ${DONE[decision]} #${id} already. Nothing was done twice.`;
  }
}
