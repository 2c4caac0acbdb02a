import type { Tampering } from "./tamperings";

const push = (set: string, fate = "applied") =>
  `UPDATE ns_pending_pushes SET ${set} WHERE action_id = %${fate}%`;

const copyOf = (table: string, columns: string, values: string, where: string) =>
  `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${where}`;

export const DELIVERY_TAMPERINGS: Tampering[] = [
  {
    name: "a vote is deleted",
    finds: "decision_missing",
    sql: "DELETE FROM decisions WHERE action_id = %voted% AND outcome = 'vote_recorded'",
  },
  {
    name: "a deciding claim is deleted",
    finds: "decision_missing",
    sql: "DELETE FROM decisions WHERE action_id = %applied%",
  },
  {
    name: "a decision is given to somebody else",
    finds: "decision_differs",
    sql: "UPDATE decisions SET actor_label = 'Somebody' WHERE action_id = %applied%",
  },
  {
    name: "a decision is given another payload",
    finds: "decision_differs",
    sql: "UPDATE decisions SET payload_hash = repeat('b', 64) WHERE action_id = %applied%",
  },
  {
    name: "a decision is dated back",
    finds: "decision_differs",
    sql: "UPDATE decisions SET created_at = created_at - interval '1 day' WHERE action_id = %applied%",
  },
  {
    name: "a decision is given to another tier",
    finds: "decision_differs",
    sql: "UPDATE decisions SET risk_level = 5 WHERE action_id = %applied%",
  },
  {
    name: "a vote is forged",
    finds: "decision_without_event",
    sql: copyOf(
      "decisions",
      "tenant_id, action_id, decision, outcome, payload_hash, actor_kind, actor_user_id, actor_label, channel, policy_version, policy_hash, policy_rule",
      "tenant_id, %pending%, decision, 'vote_recorded', payload_hash, actor_kind, actor_user_id, actor_label, channel, policy_version, policy_hash, policy_rule",
      "action_id = %applied%",
    ),
  },
  {
    name: "a push is said to have gone to another account",
    finds: "push_outcome_differs",
    sql: push("netsuite_account = 'another'"),
  },
  {
    name: "a push's payload is rewritten",
    finds: "push_differs",
    sql: push("payload_json = jsonb_set(payload_json, '{action_key}', '\"x\"')"),
  },
  {
    name: "a push is given another payload's hash",
    finds: "push_differs",
    sql: push("payload_hash = repeat('c', 64)"),
  },
  {
    name: "a push that gave up is put back silently",
    finds: "push_status_differs",
    sql: push("status = 'queued', ended_at = NULL", "dead"),
  },
  {
    name: "an unknown push is called cancelled",
    finds: "push_status_differs",
    sql: push("status = 'cancelled', ended_at = now()", "unknown"),
  },
  {
    name: "a written push is called misread",
    finds: "push_outcome_differs",
    sql: push("verification = 'mismatch'"),
  },
  {
    name: "a push is deleted",
    finds: "push_missing",
    sql: [
      "DELETE FROM action_receipts WHERE action_id = %applied%",
      "DELETE FROM ns_pending_pushes WHERE action_id = %applied%",
    ],
  },
  {
    name: "a push is queued without an approval",
    finds: "push_without_event",
    sql: copyOf(
      "ns_pending_pushes",
      "tenant_id, action_id, line_no, action_key, record_key, record_family, record_unread, payload_json, payload_hash",
      "tenant_id, %pending%, 1, action_key || '-x', record_key, record_family, record_unread, payload_json, payload_hash",
      "action_id = %applied%",
    ),
  },
  {
    name: "a receipt's answer is rewritten",
    finds: "receipt_differs",
    sql: "UPDATE action_receipts SET response_metadata = '{}' WHERE action_id = %applied%",
  },
  {
    name: "a receipt is reopened",
    finds: "receipt_differs",
    sql: "UPDATE action_receipts SET status = 'unknown' WHERE action_id = %applied%",
  },
  {
    name: "a receipt is deleted",
    finds: "receipt_missing",
    sql: "DELETE FROM action_receipts WHERE action_id = %applied%",
  },
  {
    name: "a receipt is given another key",
    finds: "receipt_without_push",
    sql: "UPDATE action_receipts SET idempotency_key = 'another' WHERE action_id = %applied%",
  },
  {
    name: "a failed receipt claims a write",
    finds: "receipt_differs",
    sql: "UPDATE action_receipts SET status = 'applied', verification = 'verified' WHERE action_id = %dead%",
  },
  {
    name: "a row of the mirror is deleted",
    finds: "mirror_missing",
    sql: "DELETE FROM proposed_actions_applied_mirror WHERE action_id = %applied%",
  },
  {
    name: "a row of the mirror is changed",
    finds: "mirror_differs",
    sql: "UPDATE proposed_actions_applied_mirror SET ns_internal_id = '7' WHERE action_id = %applied%",
  },
  {
    name: "a row of the mirror is forged",
    finds: "mirror_without_event",
    sql: copyOf(
      "proposed_actions_applied_mirror",
      "tenant_id, action_id, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at",
      "tenant_id, %pending%, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at",
      "action_id = %applied%",
    ),
  },
  {
    name: "a dead letter is deleted",
    finds: "dead_letter_missing",
    sql: "DELETE FROM ns_push_dlq_log WHERE action_id = %dead%",
  },
  {
    name: "a dead letter's cause is rewritten",
    finds: "dead_letter_differs",
    sql: 'UPDATE ns_push_dlq_log SET error_json = \'{"code": "X"}\' WHERE action_id = %dead%',
  },
  {
    name: "a dead letter's payload is blanked before its time",
    finds: "dead_letter_differs",
    sql: "UPDATE ns_push_dlq_log SET payload_json = '{}', payload_blanked_at = now() WHERE action_id = %retried%",
  },
  {
    name: "a dead letter is called answered",
    finds: "dead_letter_replay_differs",
    sql: "UPDATE ns_push_dlq_log SET replayed_at = now(), replayed_by_label = 'Adam' WHERE action_id = %dead%",
  },
  {
    name: "a draft's text is rewritten",
    finds: "draft_differs",
    sql: "UPDATE email_drafts SET body = 'Pay me' WHERE action_id = %drafted%",
  },
  {
    name: "a draft is called discarded",
    finds: "draft_status_differs",
    sql: "UPDATE email_drafts SET status = 'discarded' WHERE action_id = %drafted%",
  },
];
