import { ACTION_TRANSITIONS, type ActionStatus } from "@/lib/core/action/proposed-action";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { RETENTION_MEANINGS } from "@/lib/core/ledger/retention";
import { compareDecisions } from "./compare-decisions";
import { compareDelivery } from "./compare-delivery";
import { compareSteps } from "./compare-steps";
import { compareTier, raiseOf } from "./compare-tier";
import { type EventBody, readChain } from "./event-body";
import type { ActionEvidence, PolicyHashes } from "./evidence";
import { type Fault, type FaultList, findFaults, printable } from "./fault";
import { isForeign } from "./unsealed";

/**
 * Replays the chain of an action against its rows, and returns all that differs. Pure: the verification of the database
 * and that of an exported file are this function.
 */
export const replayAction = (evidence: ActionEvidence, policies: PolicyHashes): readonly Fault[] =>
  findFaults("proposed_action", evidence.id, (list) => compareAction(evidence, policies, list));

function compareAction(evidence: ActionEvidence, policies: PolicyHashes, list: FaultList): void {
  const subject = { tenantId: evidence.tenantId, entityType: "proposed_action", id: evidence.id };
  const bodies = readChain(subject, evidence, list);
  if (!bodies) return;
  const [first] = bodies;
  if (!first) {
    list.add("chain_missing", "No event of the ledger speaks of this action.");
    return;
  }
  const state = JSON.parse(evidence.state) as Record<string, unknown>;
  compareKinds(bodies, list);
  const status = replayLifecycle(bodies, list);
  compareSteps(bodies, list);
  compareState(bodies, status, state, list);
  compareTier(bodies, evidence, list);
  compareRow(first, evidence, list);
  compareProse(first, evidence, state, list);
  comparePolicies(bodies, policies, list);
  compareDecisions(bodies, evidence, state, list);
  compareDelivery(bodies, evidence, list);
}

/** Each says which attempt it speaks of, so that its seal is never the same twice. */
const onceAnAttempt = ["push.dead", "push.unknown", "push.requeued", "push.rescued"];

function compareKinds(bodies: readonly EventBody[], list: FaultList): void {
  const seals = new Set<unknown>();
  let heldState = false;
  for (const { type, actor, details, state, seq } of bodies) {
    if (isForeign(type, actor.kind))
      list.add(
        "event_foreign",
        `The product writes no event ${printable(type)} by ${printable(actor.kind)}.`,
        seq,
      );
    // Once the chain's events hold the row, one that does not hides what became of it.
    if (heldState && state === undefined)
      list.add("event_foreign", "The product writes no event without the row that it speaks of.", seq);
    heldState ||= state !== undefined;
    if (!onceAnAttempt.includes(type) || details.seal === undefined) continue;
    if (seals.has(details.seal))
      list.add(
        "event_repeated",
        "The outcome of one attempt was recorded twice: one of them is a copy.",
        seq,
      );
    seals.add(details.seal);
  }
}

const statusAfter: Readonly<Record<string, ActionStatus>> = {
  "hitl.approved": "approved",
  "hitl.rejected": "rejected",
  "hitl.expired": "expired",
  "hitl.cancelled": "cancelled",
  "hitl.superseded": "superseded",
  "hitl.applied": "applied",
  "hitl.stale": "stale",
};

/** The status that the events lead to. */
function replayLifecycle(bodies: readonly EventBody[], list: FaultList): ActionStatus {
  let status: ActionStatus = "pending";
  for (const { type, seq } of bodies) {
    if ((type === "hitl.proposed") !== (seq === 1))
      list.add(
        "unlawful_event",
        `A chain begins with its proposal; event ${seq} is ${printable(type)}.`,
        seq,
      );
    const next = statusAfter[type];
    if (!next) continue;
    if (!(ACTION_TRANSITIONS[status] as readonly string[]).includes(next))
      list.add("unlawful_event", `No action goes from ${printable(status)} to ${printable(next)}.`, seq);
    status = next;
  }
  return status;
}

const kindOfField: Readonly<Record<string, string>> = {
  status: "status_differs",
  expires_at: "expiry_differs",
  required_approvals: "requirements_differ",
  requires_step_up: "requirements_differ",
  policy_rule: "requirements_differ",
  approvers: "approvers_differ",
  ended_at: "end_differs",
  ended_by_label: "end_differs",
  end_reason: "end_differs",
  applied_at: "applied_differs",
  ns_internal_id: "applied_differs",
  superseded_by_id: "successor_differs",
};

/** The row's moving part against the state that the last event left. */
function compareState(
  bodies: readonly EventBody[],
  status: ActionStatus,
  state: Readonly<Record<string, unknown>>,
  list: FaultList,
): void {
  const last = bodies.at(-1)!;
  if (state.status !== status)
    list.add(
      "status_differs",
      `The row says ${printable(state.status)}, its events say ${printable(status)}.`,
    );
  if (!last.state) return compareSpokenState(bodies, state, list);
  // The events of an extension and of a raised tier are appended before the row moves.
  const expected: Record<string, unknown> = { ...last.state, ...raiseOf(last) };
  const extended = last.type === "hitl.extended" ? String(last.details.expires_at) : null;
  for (const field of new Set([...Object.keys(expected), ...Object.keys(state)])) {
    if (field === "status" && state.status !== status) continue;
    if (field === "expires_at" && extended !== null) {
      if (Date.parse(extended) === Date.parse(String(state.expires_at))) continue;
      expected.expires_at = extended;
    } else if (isSame(expected[field], state[field])) continue;
    list.add(
      kindOfField[field] ?? "decision_fields_differ",
      `${field} is ${printable(state[field])}; the last event left ${printable(expected[field])}.`,
      last.seq,
    );
  }
}

/** Bodies of version 1 hold no state; they say how many must approve and until when. */
function compareSpokenState(
  bodies: readonly EventBody[],
  state: Readonly<Record<string, unknown>>,
  list: FaultList,
): void {
  const spoken = bodies.findLast(({ details }) => typeof details.expires_at === "string");
  const expiry = spoken && Date.parse(String(spoken.details.expires_at));
  if (expiry && Math.trunc(Date.parse(String(state.expires_at))) !== expiry)
    list.add("expiry_differs", `expires_at is ${printable(state.expires_at)}; its events say otherwise.`);
  const { required_approvals: required } = bodies[0]!.details;
  if (required !== undefined && required !== state.required_approvals)
    list.add("requirements_differ", `required_approvals is ${printable(state.required_approvals)}.`);
}

/** The text of both is mostly the same at once: canonical forms cost ten times as much. */
function isSame(left: unknown, right: unknown): boolean {
  const [one, other] = [left ?? null, right ?? null];
  return (
    one === other ||
    JSON.stringify(one) === JSON.stringify(other) ||
    canonicalText(one) === canonicalText(other)
  );
}

const spokenFields = {
  payload_hash: "payload_hash_differs",
  action_type: "row_differs",
  correlation_id: "row_differs",
  agent_id: "row_differs",
  on_behalf_of_user_id: "row_differs",
  author_user_id: "row_differs",
  supersedes_id: "row_differs",
  undo_of_id: "row_differs",
  model: "row_differs",
  prompt_template_version: "row_differs",
  idempotency_key: "row_differs",
  trace_id: "row_differs",
} as const;

/** The row's unchanging part against the first event: the payload's own hash, then every field, then all of it. */
function compareRow({ details, rows }: EventBody, evidence: ActionEvidence, list: FaultList): void {
  const row = JSON.parse(evidence.row) as Record<string, unknown> & { payload_text: string };
  const before = list.faults.length;
  if (sha256Hex(row.payload_text) !== row.payload_hash)
    list.add("payload_hash_differs", "payload_text does not have the hash that the row names.", 1);
  if (!isSamePayload(row.payload_text, row.payload_json))
    list.add("payload_json_differs", "payload_json says something else than payload_text.", 1);
  for (const [field, kind] of Object.entries(spokenFields)) {
    if (details[field] === undefined) continue;
    if (!isSame(row[field], details[field]))
      list.add(
        kind,
        `${field} is ${printable(row[field])}; the proposal's event says ${printable(details[field])}.`,
        1,
      );
  }
  if (rows?.action === undefined || rows.action === sha256Hex(evidence.row)) return;
  if (list.faults.length === before)
    list.add("row_differs", "The row is not the one that was sealed when it was proposed.", 1);
}

function isSamePayload(text: string, json: unknown): boolean {
  try {
    return canonicalText(JSON.parse(text)) === canonicalText(json);
  } catch {
    return false;
  }
}

const dayMs = 86_400_000;
const blankProse = { reason: "", evidence: [], conversation: null };
const ended = ["rejected", "expired", "cancelled", "superseded", "applied", "stale"];

/** Prose is as it was sealed, or retention blanked it, which happens no sooner than the shortest period allows. */
function compareProse(
  { rows }: EventBody,
  { prose, proseBlankedAt }: ActionEvidence,
  state: Readonly<Record<string, unknown>>,
  list: FaultList,
): void {
  if (proseBlankedAt === null) {
    if (rows?.prose !== undefined && rows.prose !== sha256Hex(prose))
      list.add("prose_differs", "The agent's words are not those that were proposed.", 1);
    return;
  }
  const end = Date.parse(String(state.applied_at ?? state.ended_at ?? state.decided_at));
  const earliest = end + RETENTION_MEANINGS.agent_prose.daysMin * dayMs;
  const isLawful =
    ended.includes(String(state.status)) &&
    Date.parse(proseBlankedAt) >= earliest &&
    canonicalText(JSON.parse(prose)) === canonicalText(blankProse);
  if (!isLawful)
    list.add("prose_blanked_unlawfully", "The agent's words were blanked otherwise than by retention.");
}

/** Every event that rests on the policy names a version that exists, with its hash. */
function comparePolicies(bodies: readonly EventBody[], policies: PolicyHashes, list: FaultList): void {
  for (const { details, seq } of bodies) {
    const policy = details.policy as { version?: number; hash?: string } | undefined;
    if (policy?.version === undefined || policy.version === 0) continue;
    if (policies.get(policy.version) !== policy.hash)
      list.add("policy_unknown", `No version ${policy.version} of the policy has the hash it rests on.`, seq);
  }
}
