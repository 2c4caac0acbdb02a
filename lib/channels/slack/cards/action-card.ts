import type { ActionOnCard } from "@/lib/channels/card";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { approvalWords } from "@/lib/view/action/approval-words";
import { gestureOf } from "@/lib/view/action/gesture";
import { endWords, endedWords } from "@/lib/view/action/status-words";
import { raisedWords } from "@/lib/view/action/tier-words";
import { changeLines, proposerLine, subjectLine, tierLine } from "./action-lines";
import {
  SLACK_ACTIONS,
  SLACK_LIMITS,
  type SlackMessage,
  actions,
  button,
  context,
  header,
  linkButton,
  section,
  sections,
  timeText,
} from "./blocks";
import { OutsideTexts, escapeText } from "./outside-text";
import { whyByLinkAlone } from "./why-by-link";

export interface ActionCardParts {
  action: ActionOnCard;
  /** The message's opaque name, which its buttons carry. */
  ref: string;
  /** The address of the action's page. */
  url: string;
  /** It waits for a decision. */
  isOpen: boolean;
}

const REASON_LENGTH = 2_000;
const OPEN = "Open in Countersign";

/**
 * A proposed action: what changes where, who proposes it, its tier and the rule behind it, and the buttons that its tier allows. The
 * card of one that has ended says how, and decides nothing any more.
 */
export function actionCard(parts: ActionCardParts): SlackMessage {
  const { action, url, isOpen } = parts;
  const outside = new OutsideTexts();
  const about = action.redacted ? [] : aboutBlocks(action, outside);
  const title = titleOf(action);
  return {
    text: isOpen
      ? `${title}, ${tierLabel(action.risk_level)}, waits for a decision.`
      : `${title}: ${endedText(action)}.`,
    blocks: [
      header(title),
      ...about,
      ...(isOpen
        ? waitingBlocks(parts, outside)
        : [section(endLine(action, outside)), actions([linkButton(OPEN, url)])]),
    ],
  };
}

/** `Bid price #8421`; the name of a type that no renderer knows came with the payload. */
export function titleOf({ title, id }: Pick<ActionSummary, "title" | "id">): string {
  return `${new OutsideTexts().plain(title, SLACK_LIMITS.headerLength - 30)} #${id}`;
}

type ShownAction = Omit<ActionOnCard, "changed_record">;

function aboutBlocks(action: ShownAction, outside: OutsideTexts) {
  const raised = raisedWords(action);
  return [
    ...sections([subjectLine(action, outside), ...changeLines(action, outside)]),
    context(proposerLine(action, outside)),
    section([tierLine(action), ...(raised ? [raised] : []), policyLine(action)].join("\n")),
    ...(action.reason !== ""
      ? [section(`Written by the agent, not checked:\n${outside.block(action.reason, REASON_LENGTH)}`)]
      : []),
  ];
}

/** `Policy v3 asks for one approver, with one tap. 0 of 1 approvals are in.` */
function policyLine(action: ShownAction): string {
  const needs = { ...action, requires_step_up: gestureOf(action) === "step_up" };
  const asks = approvalWords(needs).replace(/^[A-Z]/, (first) => first.toLowerCase());
  const given =
    action.required_approvals > 1
      ? ` ${action.approvals} of ${action.required_approvals} approvals are in.`
      : "";
  return `Policy v${action.policy.version} asks for ${asks}.${given}`;
}

function waitingBlocks({ action, ref, url }: ActionCardParts, outside: OutsideTexts) {
  const { changed_record: changedRecord } = action;
  const why = whyByLinkAlone(action, { changedRecord, isExact: outside.isExact });
  const asksFirst = gestureOf(action) === "confirm";
  const approve = button(SLACK_ACTIONS.approve, asksFirst ? "Approve…" : "Approve", {
    value: ref,
    style: "primary",
  });
  const reject = button(SLACK_ACTIONS.reject, "Reject…", { value: ref, style: "danger" });
  return [
    context(`Waits until ${timeText(action.expires_at)}`),
    ...(why === null ? [] : [section(`:warning: ${escapeText(why)}`)]),
    actions([...(why === null ? [approve] : []), reject, linkButton(OPEN, url)]),
  ];
}

const endedText = (action: ActionOnCard): string =>
  action.status === "pending" ? "expired" : endedWords(action).toLowerCase();

/** `*Approved* by Priya Raman, today at 14:03: “…”` */
function endLine(action: ActionOnCard, outside: OutsideTexts): string {
  const { decision, decided_by: by, decided_at: at, comment, ended_by: endedBy, end_reason: reason } = action;
  const state = `*${action.status === "pending" ? "Expired" : endedWords(action)}.*`;
  const decided =
    by && at
      ? ` ${decision === "reject" ? "Rejected" : "Approved"} by ${outside.inline(by)}, ${timeText(at)}.`
      : "";
  const said = comment && !action.redacted ? ` ${outside.inline(comment)}` : "";
  const ended = reason && !action.redacted ? ` ${outside.inline(endWords(reason))}` : "";
  return `${state}${decided}${said}${ended}${endedBy ? ` By ${outside.inline(endedBy)}.` : ""}`;
}

/** Why a card cannot take an approval of it, whatever the claim would say; null: it can. Its record is read afterwards. */
export function whyNotByCard(action: ShownAction): string | null {
  const outside = new OutsideTexts();
  aboutBlocks(action, outside);
  return whyByLinkAlone(action, { changedRecord: null, isExact: outside.isExact });
}
