import { type ListedAction, readListedAction } from "@/db/queries/actions/actions";
import { findReading } from "@/db/queries/actions/live-readings";
import { readVersion } from "@/db/queries/messages/messages";
import type { ActionOnCard, Card, CardFact, CardOffer } from "@/lib/channels/card";
import type { UnredactedSummary } from "@/lib/contract/actions/action-view";
import { changedRecordWords } from "@/lib/core/action/live-finding";
import { markWords } from "@/lib/core/action/marks";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { unshownWords } from "@/lib/core/action/unshown";
import { mayDecide } from "@/lib/core/access/principal";
import { unredactedSummaryOf } from "@/lib/gateway/read/actions/action-view";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import { activePolicyIn, askDecide, policyFactsIn } from "@/lib/policy/active-policy";
import { relatedActionWords } from "@/lib/view/action/related-actions";
import { changeText } from "@/lib/view/action/change-text";
import { impactText } from "@/lib/view/action/facts";
import { gestureOf } from "@/lib/view/action/gesture";
import { ruleWords } from "@/lib/view/action/tier-words";
import { utcText } from "@/lib/view/time";
import { sentenceCase } from "@/lib/view/words";
import type { Recipient, Subject, SubjectReader } from "./subject";

/** Null: there is none. */
export async function readActionSubject(reader: SubjectReader, id: number): Promise<Subject | null> {
  const { tx, message, recipient, now } = reader;
  const row = await readListedAction(tx, message.tenantId, id);
  if (!row) return null;
  const { action } = row;
  const isOpen = action.status === "pending" && action.expiresAt > now;
  const reading = isOpen ? await findReading(tx, message.tenantId, id) : null;
  const changedRecord = reading && changedRecordWords(reading, action.riskLevel);
  return {
    now: { version: await readVersion(tx, message.tenantId, message), isOpen, reminders: 0, warned: false },
    recipient: {
      shouldBeNotified:
        isToHear(recipient, row, message.byRule) && (!isOpen || (await mayDecideIt(reader, row))),
      hasActed: action.approvers.includes(recipient.userId) || action.decidedByUserId === recipient.userId,
    },
    cardOf: (occasion) => ({
      ref: message.ref,
      occasion,
      ...cardOf(onCard(row, unredactedSummaryOf(row, recipient.userId, now), changedRecord), isOpen),
    }),
  };
}

/** A rule of the company stands in for their own choice. */
const isToHear = (
  { isReachable, role, tierMin }: Recipient,
  { action }: ListedAction,
  byRule: boolean,
): boolean => isReachable && mayDecide(role) && (byRule || (tierMin !== null && action.riskLevel >= tierMin));

/** Whether the policy lets this person decide it, as it stands now. The claim asks again. */
async function mayDecideIt({ tx, message, recipient }: SubjectReader, row: ListedAction): Promise<boolean> {
  const { tenantId } = message;
  const engine = await activePolicyIn(tx, tenantId);
  const facts = await policyFactsIn(tx, tenantId, { ...row.action, agentName: row.agentName });
  const person = { tenantId, userId: recipient.userId, role: recipient.role };
  return askDecide(engine, { person, facts }).effect === "permit";
}

const onCard = (
  { action }: ListedAction,
  summary: UnredactedSummary,
  changedRecord: string | null,
): ActionOnCard => ({
  ...summary,
  reason: action.reason,
  policy: { version: action.policyVersion },
  changed_record: changedRecord,
});

function cardOf(action: ActionOnCard, isOpen: boolean): Omit<Card, "ref" | "occasion"> {
  return {
    subject: { kind: "action", id: action.id },
    title: `${tierLabel(action.risk_level)} · ${action.title} #${action.id}`,
    from: action.on_behalf_of === null ? action.agent : `${action.agent} for ${action.on_behalf_of}`,
    said: action.sentence,
    facts: factsOf(action, isOpen),
    warnings: warningsOf(action),
    offer: isOpen ? offerOf(action) : null,
    outcome: isOpen ? null : outcomeOf(action),
    url: actionUrl(action.id),
    action,
  };
}

function factsOf(action: ActionOnCard, isOpen: boolean): CardFact[] {
  const changes = action.changes.map((change): CardFact => {
    const { from, to } = changeText(change, action.impact.currency);
    return { label: sentenceCase(change.label), value: from === null ? to : `${from} → ${to}` };
  });
  const beside = relatedActionWords(action);
  return [
    { label: "Subject", value: action.subject },
    ...changes,
    ...(action.line_count === null ? [] : [{ label: "Writes", value: String(action.line_count) }]),
    { label: "Impact", value: impactText(action) },
    { label: "Why this tier", value: ruleWords(action) },
    ...(action.required_approvals > 1
      ? [{ label: "Approvals", value: `${action.approvals} of ${action.required_approvals}` }]
      : []),
    // Names and values of others: facts are disarmed by each channel, warnings are ours.
    ...(isOpen && beside !== null ? [{ label: "Also waits", value: beside }] : []),
    ...(isOpen ? [{ label: "Decide by", value: utcText(action.expires_at) }] : []),
  ];
}

const warningsOf = (action: ActionOnCard): string[] => [
  ...(action.unshown === null ? [] : [unshownWords(action.unshown)]),
  ...(action.suspicious_text && action.unshown !== "deceptive_characters"
    ? [unshownWords("deceptive_characters")]
    : []),
  ...action.marks.map(markWords),
];

/** Where a card shows all that would be written. Else, and for a step-up, the page alone decides. */
function offerOf(action: ActionOnCard): CardOffer | null {
  const gesture = gestureOf(action);
  if (gesture === "step_up" || action.unshown !== null || action.suspicious_text || !action.sayable)
    return null;
  return { kind: "decide", gesture, sentence: action.sentence, payloadHash: action.payload_hash };
}

function outcomeOf(action: ActionOnCard): string {
  switch (action.status) {
    case "approved":
      return `${action.decided_by} approved it.`;
    case "applied":
      return `${action.decided_by} approved it, and it was written.`;
    case "stale":
      return `${action.decided_by} approved it, but the record had changed: nothing was written.`;
    case "rejected":
      return `${action.decided_by} rejected it.`;
    case "superseded":
      return "Another version took its place.";
    case "cancelled":
      return action.ended_by === null ? "It was withdrawn." : `${action.ended_by} withdrew it.`;
    case "expired":
    case "pending":
      return "Nobody decided in time.";
  }
}
