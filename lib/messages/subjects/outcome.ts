import { type ListedAction, readListedAction } from "@/db/queries/actions/actions";
import { type OutcomeRow, findOutcome } from "@/db/queries/messages/outcomes";
import type { Card } from "@/lib/channels/card";
import { tierLabel } from "@/lib/core/action/risk-tier";
import type { OutcomeKind } from "@/lib/core/action/notice";
import { wantsOutcomes } from "@/lib/core/message/routing/outcome-verdicts";
import { staleWords } from "@/lib/core/push/stale-words";
import { unredactedSummaryOf } from "@/lib/gateway/read/actions/action-view";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import { OUTCOME_TITLES } from "@/lib/view/channels/channel-words";
import type { Recipient, Subject, SubjectReader } from "./subject";

/** How an action's write went wrong, for somebody who decided on it. Null: there is no such action. */
export async function readOutcome(
  { tx, message, recipient, now }: SubjectReader,
  { actionId, kind, round }: { actionId: number; kind: OutcomeKind; round: number },
): Promise<Subject | null> {
  const { tenantId, ref } = message;
  const row = await readListedAction(tx, tenantId, actionId);
  if (!row) return null;
  const outcome = await findOutcome(tx, tenantId, { actionId, kind, round });
  const sight = await sightIn(tx, recipient);
  return {
    // It is told once and never changes: there is no version but its own.
    now: {
      version: { status: kind, hash: outcome?.at ?? "over" },
      isOpen: outcome !== null,
      reminders: 0,
      warned: false,
    },
    recipient: {
      shouldBeNotified:
        sight.seesContent && wantsIt(recipient) && (outcome?.deciders.includes(recipient.userId) ?? false),
      hasActed: outcome?.dismissedBy.includes(recipient.userId) ?? false,
    },
    cardOf: () => ({ ref, ...cardOf(row, outcome!, { recipient, now }) }),
  };
}

const wantsIt = (recipient: Recipient): boolean =>
  recipient.isReachable && wantsOutcomes(recipient.hasChosen ? recipient : null);

/** Without its values, which the page shows. */
function cardOf(
  row: ListedAction,
  outcome: OutcomeRow,
  { recipient, now }: { recipient: Recipient; now: Date },
): Omit<Card, "ref"> {
  const { id, title, agent, risk_level: tier } = unredactedSummaryOf(row, recipient.userId, now);
  return {
    subject: { kind: "action", id },
    occasion: "went_wrong",
    title: `${OUTCOME_TITLES[outcome.kind]}: ${tierLabel(tier)} · ${title} #${id}`,
    from: agent,
    said: null,
    facts: [],
    warnings: [],
    offer: null,
    outcome: `${outcome.bySignature ? "It was approved under the standing authorisation that you signed" : "You approved it"}, ${happened(outcome)}`,
    url: actionUrl(id),
    action: null,
  };
}

/** NetSuite's own words are left out: they hold values of the write. */
function happened({ kind, reason }: OutcomeRow): string {
  switch (kind) {
    case "stale":
      return `but nothing was written: ${staleWords(reason ?? "")}.`;
    case "dead":
      return "but its write gave up. Somebody has to look at it.";
    case "mismatch":
      return "and it was written. The record now reads back differently from what was approved.";
    case "partial":
      return `but some of its lines were not written. Held back: ${reason}.`;
  }
}
