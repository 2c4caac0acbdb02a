import type { OwnProposal } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { formatValue } from "@/lib/view/decimal";

/** An honest agent's sentences about the kit's answers. */

const standing = "standing authorisation";

/** Right after proposing: how risky, and who has to do what. */
export function tierWords(own: OwnProposal): string {
  const { action } = own;
  const tier = `#${action.id} is ${tierLabel(action.risk_level)} (${action.rule_words})`;
  if (action.details.includes("record not verified"))
    return `${tier}. NetSuite could not be read just now, so nobody has checked the record, and it is weighed as high at least. It waits for a person.`;
  if (isByPolicy(own)) return `${tier}. It goes by itself: ${action.decided_by} covers it.`;
  if (action.risk_level >= 4 && action.on_behalf_of !== null)
    return `${tier}. ${action.on_behalf_of} asked for it, so where somebody else can approve, somebody else has to. I wait.`;
  return `${tier}. It waits for a decision, here or in the inbox. I go on when it is made.`;
}

export function decisionWords(own: OwnProposal): string {
  const { proposal, action } = own;
  const { id } = proposal;
  const by = action.decided_by ?? "Somebody";
  switch (action.status) {
    case "rejected":
      return action.comment
        ? `${by} rejected #${id}: “${action.comment}”`
        : `${by} rejected #${id} and gave no reason.`;
    case "expired":
      return `Nobody decided #${id} in time, so it has expired. Nothing was written.`;
    case "cancelled":
      return `#${id} was withdrawn. Nothing was written.`;
    default:
      return `${by} approved #${id}.${staysHere(own) ? "" : " It goes to NetSuite."}`;
  }
}

/** The outcome of an approved proposal's write. */
export function writeWords(own: OwnProposal): string {
  const { action, proposal } = own;
  const id = `#${proposal.id}`;
  if (action.status === "applied") {
    if (staysHere(own))
      return `${id} is done. It is kept in Countersign; nothing went to NetSuite or to anybody.`;
    if (proposal.verification === "partial")
      return `${id} is written in part: some of its lines were not. Open it to see which.`;
    if (proposal.verification === "mismatch")
      return `NetSuite took ${id}, but reads back something else. Somebody has to look at it.`;
    const values = heldValues(own);
    return values === null
      ? `${id} is written: NetSuite has it, verified.`
      : `${id} is written: NetSuite holds ${values}, verified.`;
  }
  if (action.status === "stale")
    return `The record changed before ${id} was written, so nothing was. I look at it again before I propose anything.`;
  if (proposal.push_status === "dead")
    return `NetSuite did not take ${id}${action.push?.error ? ` (${action.push.error.code})` : ""}. It stands under Dead letters until an admin looks.`;
  return `${id} was approved, and then cancelled before it was written.`;
}

/** The fault of a refused call, and that nothing happened. */
export function refusalWords(problem: Problem): string {
  switch (problem.code) {
    case "policy_denied":
      return "Our policy does not let me propose that at all, so I do not try again. It has to be done in NetSuite itself.";
    case "not_allowed":
      return "An administrator has switched off proposing from chats here. I cannot propose anything until that is changed.";
    case "rate_limited":
    case "too_many_pending":
    case "approvers_behind":
      return "I have proposed as much as I may for now. Nothing is lost: try again in a minute.";
    case "agent_paused":
      return "An administrator has paused proposing from chats here. I cannot propose anything until it is resumed.";
    case "unauthenticated":
      return "Your session has ended. Sign in again, and I go on where we were.";
    case "record_missing":
    case "record_refused":
      return "NetSuite knows no such record, so there is nothing to propose.";
    case "validation_failed":
      return isUnread(problem)
        ? "NetSuite cannot be read at the moment, so I do not know what I would be changing. I propose nothing."
        : "The gateway did not take what I wrote. Nothing was proposed.";
    default:
      return "That was refused. Nothing was proposed.";
  }
}

/** True of a refusal that may pass: the same call, under the same key, is worth another try. */
export function mayTryAgain(problem: Problem): boolean {
  return (
    [
      "rate_limited",
      "too_many_pending",
      "approvers_behind",
      "unauthenticated",
      "unavailable",
      "internal",
    ].includes(problem.code) || isUnread(problem)
  );
}

function isUnread({ errors = [] }: Problem): boolean {
  return errors.some(({ message }) => message.includes("NetSuite cannot be read"));
}

/** Drafts and cache versions are written nowhere but here. */
function staysHere({ action }: OwnProposal): boolean {
  return action.push?.destination === "internal";
}

/** True where it went without a tap, under a standing authorisation. */
export function isByPolicy({ action }: OwnProposal): boolean {
  return action.decided_by?.startsWith(standing) ?? false;
}

/** Names the editor, and the values that the patch changed: `price $34.16 instead of $34.19`. */
export function editWords({ action, proposal }: OwnProposal, version: OwnProposal): string {
  const edits = (proposal.superseded_by?.patch ?? []).flatMap(({ path, value }) => {
    const change = action.changes[Number(/^\/changes\/(\d+)\/to$/.exec(path)?.[1] ?? -1)];
    if (!change || (typeof value !== "string" && typeof value !== "number")) return [];
    const { currency } = action.impact;
    if (change.kind === "text") return [`${change.label} “${value}”`];
    const before = change.to === null ? "" : ` instead of ${formatValue(change.to, change.kind, currency)}`;
    return [`${change.label} ${formatValue(String(value), change.kind, currency)}${before}`];
  });
  const what = edits.length === 0 ? "" : `: ${edits.join(", ")}`;
  const who = version.proposal.author ?? "Somebody";
  return `${who} edited #${proposal.id}${what}. Its place was taken by #${version.proposal.id}, which I follow now.`;
}

/** `$1.48`; null where texts were written, which nobody wants to hear again. */
function heldValues({ action, readback }: OwnProposal): string | null {
  const values = (readback ?? []).flatMap(({ field, actual }) => {
    const change = action.changes.find((one) => one.field === field);
    if (!change || change.kind === "text" || actual === null) return [];
    return [formatValue(actual, change.kind, action.impact.currency)];
  });
  return values.length === 0 || action.changes.some(({ delta }) => delta === null) ? null : values.join(", ");
}
