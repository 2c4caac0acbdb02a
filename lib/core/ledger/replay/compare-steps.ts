import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { raiseOf } from "./compare-tier";
import type { EventBody } from "./event-body";
import { type FaultList, printable } from "./fault";

const decision = ["decision", "decided_at", "decided_by_kind", "decided_by_user_id", "decided_by_label"];
const claim = ["status", "claim_token", ...decision, "decision_comment", "grace_until"];
const ending = ["status", "ended_at", "ended_by_label", "end_reason"];
const flip = ["engaged", "reason", "changed_by", "changed_at", "flips"];
const keys = ["key", "key_prefix", "previous_key", "previous_key_expires_at", "key_makers"];
const caps = [
  "max_concurrency",
  "max_runs_per_min",
  "max_writes_per_run",
  "max_model_cost_per_day",
  "reason",
  "changed_by",
  "changed_at",
];
const limits = [
  "per_minute_max",
  "pending_max",
  "high_max",
  "agent_high_max",
  "record_max",
  "record_high_max",
  "reason",
  "changed_by",
  "changed_at",
];
const waitingRole = ["pending_role", "pending_role_by", "pending_role_at", "role_wishes"];
const office = [
  "role",
  "revoked_at",
  "role_changes",
  "in_office_since",
  "left_office_at",
  "leave_unconfirmed",
  "leaves",
  "left_by",
  "seasoned_until",
  "administered_until",
  "made_by",
  "first_link_by",
  "first_links",
  "first_link_hands",
  "words",
  ...waitingRole,
];
const recovery = [
  "recovered_at",
  "recovered_by",
  "recoveries",
  "recovery_hands",
  "first_link_by",
  "first_links",
  "first_link_hands",
];

/** Members that events from before a release lack: a chain is compared by them from the first event on that has them. */
const laterMembers: ReadonlySet<string> = new Set([
  "name",
  "flips",
  "key_makers",
  ...office.filter((member) => member !== "role" && member !== "revoked_at"),
  ...recovery,
]);

/** True for a member of which `state`, of an event from before it, says nothing. */
export const isUnsaid = (state: Readonly<Record<string, unknown>>, member: string): boolean =>
  laterMembers.has(member) && !(member in state);

/**
 * The members of a row's state that each type of event may change. A type that is missing here changes none, so that nobody
 * hides a change behind an event that has nothing to do with it.
 */
const changedBy: Readonly<Record<string, readonly string[]>> = {
  "hitl.vote_recorded": ["approvers", "required_approvals"],
  "hitl.approved": [...claim, "approvers", "required_approvals"],
  "hitl.rejected": claim,
  "hitl.expired": ending,
  "hitl.cancelled": ending,
  "hitl.superseded": [...ending, "superseded_by_id"],
  "hitl.reproposed": ["superseded_by_id"],
  "hitl.stale": ending,
  "hitl.applied": ["status", "applied_at", "ns_internal_id"],
  "kill_switch.engaged": flip,
  "kill_switch.released": flip,
  "person.role_changed": office,
  "person.role_proposed": office.filter((member) => member !== "role"),
  "person.role_withdrawn": waitingRole,
  "person.administrator_restored": office,
  "person.revoked": office.filter((member) => member !== "role"),
  "person.restored": office,
  // Events from before a confirmation was an attestation of its own changed the membership itself.
  "person.leave_confirmed": ["leave_unconfirmed", "words"],
  "person.recovery_confirmed": [...recovery, "words"],
  "person.password_set": recovery,
  "person.second_factor_set": recovery,
  "person.second_factor_reset": [...recovery, "words"],
  "person.sign_in_linked": recovery,
  "person.sign_in_unlinked": recovery,
  "agent.key_rotated": keys,
  "agent.key_resealed": keys,
  "agent.author_added": ["key_makers"],
  "agent.paused": ["paused_at"],
  "agent.resumed": ["paused_at"],
  "agent.revoked": ["revoked_at", "previous_key", "previous_key_expires_at"],
  "content_setting.changed": ["viewers_see_content", "reason", "changed_by", "changed_at"],
  "grace_setting.changed": ["seconds", "reason", "changed_by", "changed_at"],
  "proposal_limits.changed": limits,
  "tenant.entitlement_changed": ["entitled_action_types", "suspended_at"],
  "risk_tier_rules.changed": ["rules_hash"],
  "policy.published": ["versions_hash"],
  "standing_authorisation.revoked": ["revoked_at"],
  "workflow.version_stored": ["versions_hash"],
  "workflow.published": ["publications_hash"],
  "workflow.withdrawn": ["publications_hash"],
  "run.succeeded": ["end"],
  "run.failed_terminal": ["end"],
  "run.cancelled": ["end"],
  "run_caps.changed": caps,
  "model_prices.changed": ["prices_hash"],
  "interaction.answered": ["responses_hash", "asked"],
  "interaction.corrected": ["responses_hash", "response"],
  "interaction.retracted": ["responses_hash"],
  "interaction.reply_received": ["responses_hash"],
  "interaction.reply_verified": ["responses_hash"],
  "interaction.reply_dismissed": ["responses_hash"],
  "interaction.escalated": ["asked"],
  "interaction.resolved": ["status", "response", "responded_at", "ended_at"],
  "interaction.timed_out": ["status", "response", "ended_at"],
  "interaction.cancelled": ["status", "cancelled_by_label", "ended_at"],
  "interaction.taken_up": ["used_at"],
  "interaction.text_blanked": [
    "request",
    "response",
    "default_response",
    "context",
    "responses_hash",
    "text_blanked_at",
  ],
};

function mayChange({ type, details }: EventBody, member: string): boolean {
  // Both name what they change. The periods of retention are one subject, each kind a member of it.
  if (type === "retention.changed") return member === details.kind;
  if (type === "retention.kinds_added") return Array.isArray(details.kinds) && details.kinds.includes(member);
  if (type === "agent.changed") return member in details;
  return (changedBy[type] ?? []).includes(member);
}

/**
 * The changes of the row by an extension or a raise of the tier: their events are appended before it moves, so that the next one is
 * the first to show it.
 */
export function stateAfter(event: EventBody): Readonly<Record<string, unknown>> {
  const extended = event.type === "hitl.extended" ? { expires_at: event.details.expires_at } : {};
  return { ...event.state, ...raiseOf(event), ...extended };
}

/**
 * Each event's state against the one before it: a row that was changed past the ledger is found by its last event, unless a
 * lawful one followed and took the change over.
 */
export function compareSteps(bodies: readonly EventBody[], list: FaultList): void {
  let before: EventBody | null = null;
  for (const event of bodies) {
    if (!event.state) continue;
    if (before) compareStep(stateAfter(before), event, list);
    before = event;
  }
}

function compareStep(before: Readonly<Record<string, unknown>>, event: EventBody, list: FaultList): void {
  const after = event.state!;
  const { base_hash: base } = event.details;
  if (event.type === "risk_tier_rules.changed" && base !== undefined && base !== before.rules_hash)
    list.add(
      "change_unexplained",
      "The thresholds that it changed were not those that the ledger knew.",
      event.seq,
    );
  for (const member of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isSameMember(member, before[member], after[member]) || mayChange(event, member)) continue;
    if (isUnsaid(before, member)) continue;
    list.add(
      "change_unexplained",
      `${member} went from ${printable(before[member])} to ${printable(after[member])}, and no event says so.`,
      event.seq,
    );
  }
}

/** Times are compared as times: an event says them more briefly than the row. */
function isSameMember(member: string, left: unknown, right: unknown): boolean {
  const [one, other] = [left ?? null, right ?? null];
  if (one === other) return true;
  if (member === "expires_at") return Date.parse(String(one)) === Date.parse(String(other));
  return canonicalText(one) === canonicalText(other);
}
