import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { sinceRaise } from "./compare-tier";
import type { EventBody } from "./event-body";
import type { ActionEvidence } from "./evidence";
import { type FaultList, printable } from "./fault";

interface DecisionRow {
  decision: string;
  outcome: string;
  payload_hash: string;
  actor_kind: string;
  actor_user_id: number | null;
  actor_label: string;
  comment: string | null;
  channel: string;
}

const outcomes: Readonly<Record<string, { decision: string; outcome: string }>> = {
  "hitl.vote_recorded": { decision: "approve", outcome: "vote_recorded" },
  "hitl.approved": { decision: "approve", outcome: "claimed" },
  "hitl.rejected": { decision: "reject", outcome: "claimed" },
};

/** The votes and decisions of the chain against their rows, and the approvers against the votes. */
export function compareDecisions(
  bodies: readonly EventBody[],
  evidence: ActionEvidence,
  state: Readonly<Record<string, unknown>>,
  list: FaultList,
): void {
  const events = bodies.filter(({ type }) => type in outcomes);
  for (const [index, event] of events.entries()) {
    const text = evidence.decisions[index];
    if (text === undefined) list.add("decision_missing", "The decision of an event is gone.", event.seq);
    else compareDecision(event, text, list);
  }
  if (evidence.decisions.length > events.length)
    list.add("decision_without_event", "A decision is on record that no event speaks of.");
  compareApprovers(sinceRaise(bodies), state, list);
}

function compareDecision(
  { type, seq, details, actor, rows }: EventBody,
  text: string,
  list: FaultList,
): void {
  const row = JSON.parse(text) as DecisionRow;
  const expected = {
    ...outcomes[type]!,
    payload_hash: details.payload_hash,
    actor_kind: actor.kind,
    actor_user_id: details.user_id ?? null,
    actor_label: actor.label,
    comment: details.comment ?? null,
    channel: details.channel,
  };
  const field = (Object.keys(expected) as (keyof typeof expected)[]).find(
    (name) => row[name] !== expected[name],
  );
  if (field) {
    const words = `${field} of the decision is ${printable(row[field])}; its event says ${printable(expected[field])}.`;
    list.add("decision_differs", words, seq);
  } else if (rows?.decision !== undefined && rows.decision !== sha256Hex(text)) {
    list.add("decision_differs", "The decision's row is not the one that its event sealed.", seq);
  }
}

/** Those who approved since the tier was last raised, in the order of their votes: as many as were asked for. */
function compareApprovers(
  events: readonly EventBody[],
  state: Readonly<Record<string, unknown>>,
  list: FaultList,
): void {
  const votes = events.filter(
    ({ type, actor }) => outcomes[type]?.decision === "approve" && actor.kind === "person",
  );
  const voters = votes.map(({ details }) => details.user_id);
  if (canonicalText(state.approvers ?? []) !== canonicalText(voters))
    list.add(
      "approvers_differ",
      `The row names the approvers ${printable(state.approvers)}, its votes ${printable(voters)}.`,
    );
  const approval = events.find(({ type }) => type === "hitl.approved");
  if (!approval) return;
  const isFounded =
    approval.actor.kind === "person"
      ? new Set(voters).size >= Number(state.required_approvals ?? 1)
      : typeof approval.details.standing_authorisation_id === "number";
  if (!isFounded)
    list.add("approval_unfounded", "It was approved with fewer votes than it needs.", approval.seq);
}
