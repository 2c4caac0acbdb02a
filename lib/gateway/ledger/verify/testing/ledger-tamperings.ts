import type { Tampering } from "./tamperings";

const subject = (fate: string) =>
  `tenant_id = %tenant% AND entity_type = 'proposed_action' AND entity_id = %${fate}%`;

/** Gives the chain of an action fitting hashes again from its first link on, and its row the head of them. */
const rehash = (fate: string) => `DO $$
DECLARE v record; v_prev text := '';
BEGIN
  FOR v IN SELECT id, seq, body_text FROM events WHERE ${subject(fate)} ORDER BY seq LOOP
    UPDATE events SET prev_hash = v_prev,
      hash = encode(sha256(convert_to(v_prev || E'\\n' || v.body_text, 'UTF8')), 'hex') WHERE id = v.id
      RETURNING hash INTO v_prev;
    UPDATE proposed_actions SET chain_head = v_prev, chain_seq = v.seq WHERE id = %${fate}%;
  END LOOP;
END $$`;

const withoutAction = (fate: string) => [
  ...[
    "decisions",
    "action_receipts",
    "proposed_actions_applied_mirror",
    "ns_push_dlq_log",
    "email_drafts",
    "customer_watch",
    "edit_tokens",
    "live_readings",
    "subscriber_receipts",
    "ns_pending_pushes",
  ].map((table) => `DELETE FROM ${table} WHERE action_id = %${fate}%`),
  `DELETE FROM proposed_actions WHERE id = %${fate}%`,
];

/** The same for one action by its id. */
export const rehashed = (id: number) =>
  [rehash("action")].map((text) =>
    text.replaceAll("%action%", String(id)).replaceAll("tenant_id = %tenant% AND ", ""),
  );

/** The newest checkpoint and its events go, with heads that fit. */
const truncation = [
  "CREATE TEMP TABLE gone ON COMMIT DROP AS SELECT e.id FROM events e, audit_checkpoints c WHERE e.tenant_id = %tenant% AND c.tenant_id = %tenant% AND c.seq = 2 AND e.id <@ c.event_ids",
  "DELETE FROM audit_checkpoints WHERE tenant_id = %tenant% AND seq = 2",
];

export const LEDGER_TAMPERINGS: Tampering[] = [
  {
    name: "a word of an event is changed",
    finds: "wrong_hash",
    sql: `UPDATE events SET body_text = replace(body_text, 'ar_note', 'ar_vote') WHERE ${subject("applied")} AND seq = 1`,
  },
  {
    name: "an event's hash is changed",
    finds: "wrong_hash",
    sql: `UPDATE events SET hash = repeat('d', 64) WHERE ${subject("applied")} AND seq = 2`,
  },
  {
    name: "an event's actor column is changed",
    finds: "columns_differ",
    sql: `UPDATE events SET actor_label = 'Somebody' WHERE ${subject("applied")} AND seq = 2`,
  },
  {
    name: "an event's type column is changed",
    finds: "columns_differ",
    sql: `UPDATE events SET event_type = 'hitl.rejected' WHERE ${subject("applied")} AND seq = 2`,
  },
  {
    name: "an event's time column is changed",
    finds: "columns_differ",
    sql: `UPDATE events SET occurred_at = occurred_at - interval '1 day' WHERE ${subject("applied")} AND seq = 2`,
  },
  {
    name: "an event is deleted from the middle",
    finds: "gap",
    sql: `DELETE FROM events WHERE ${subject("applied")} AND seq = 2`,
  },
  {
    name: "the last event is deleted",
    finds: "truncated",
    sql: `DELETE FROM events WHERE ${subject("applied")} AND seq = 3`,
  },
  {
    name: "the last event is deleted, and the head moved back",
    finds: "checkpoint_events_missing",
    sql: [
      `DELETE FROM events WHERE ${subject("applied")} AND seq = 3`,
      `UPDATE proposed_actions SET chain_seq = 2, chain_head = (SELECT hash FROM events WHERE ${subject("applied")} AND seq = 2) WHERE id = %applied%`,
    ],
  },
  {
    name: "two events change places",
    finds: "broken_link",
    sql: [
      `UPDATE events SET seq = 99 WHERE ${subject("applied")} AND seq = 2`,
      `UPDATE events SET seq = 2 WHERE ${subject("applied")} AND seq = 3`,
      `UPDATE events SET seq = 3 WHERE ${subject("applied")} AND seq = 99`,
    ],
  },
  {
    name: "a chain is rewritten with hashes that fit",
    finds: "checkpoint_root_differs",
    sql: [
      `UPDATE events SET body_text = replace(body_text, 'Ana', 'Bob'), actor_label = replace(actor_label, 'Ana', 'Bob') WHERE ${subject("applied")}`,
      rehash("applied"),
    ],
  },
  {
    name: "an event is put in with a hash that fits",
    finds: "event_outside_checkpoints",
    sql: [
      `INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind, actor_label, occurred_at)
       SELECT tenant_id, 'push.revived', entity_type, entity_id, 4, '', '', (body_text::jsonb || '{"seq": 4, "type": "push.revived"}')::text, actor_kind, actor_label, occurred_at
       FROM events WHERE ${subject("applied")} AND seq = 3`,
      rehash("applied"),
    ],
  },
  {
    name: "an action is deleted, its events stay",
    finds: "subject_missing",
    sql: withoutAction("withdrawn"),
  },
  {
    name: "an action is deleted with its events",
    finds: "checkpoint_events_missing",
    sql: [...withoutAction("withdrawn"), `DELETE FROM events WHERE ${subject("withdrawn")}`],
  },
  {
    name: "an action is put in without events",
    finds: "chain_missing",
    sql: `INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash, input_fingerprint, agent_id, correlation_id, request_hash, policy_version, policy_hash, policy_rule, expires_at)
      SELECT tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash, input_fingerprint, agent_id, 'x', request_hash, policy_version, policy_hash, policy_rule, expires_at FROM proposed_actions WHERE id = %pending%`,
  },
  {
    name: "the events of a person's chain are deleted with its head",
    finds: "chain_missing",
    sql: [
      "DELETE FROM events WHERE tenant_id = %tenant% AND entity_type = 'person'",
      "DELETE FROM ledger_subjects WHERE tenant_id = %tenant% AND entity_type = 'person'",
    ],
  },
  {
    name: "the newest checkpoint is deleted",
    finds: "event_outside_checkpoints",
    sql: "DELETE FROM audit_checkpoints WHERE tenant_id = %tenant% AND seq = 2",
  },
  {
    name: "a checkpoint in the middle is deleted",
    finds: "checkpoint_missing",
    sql: "DELETE FROM audit_checkpoints WHERE tenant_id = %tenant% AND seq = 1",
  },
  {
    name: "a checkpoint's root is changed",
    finds: "checkpoint_signature_wrong",
    sql: 'UPDATE audit_checkpoints SET body_text = regexp_replace(body_text, \'"root":"[0-9a-f]{8}\', \'"root":"00000000\'), hash = hashed(regexp_replace(body_text, \'"root":"[0-9a-f]{8}\', \'"root":"00000000\')) WHERE tenant_id = %tenant% AND seq = 1',
  },
  {
    name: "a checkpoint's text is changed",
    finds: "checkpoint_hash_differs",
    sql: "UPDATE audit_checkpoints SET body_text = body_text || ' ' WHERE tenant_id = %tenant% AND seq = 1",
  },
  {
    name: "a checkpoint's columns are changed",
    finds: "checkpoint_columns_differ",
    sql: "UPDATE audit_checkpoints SET event_count = event_count + 1 WHERE tenant_id = %tenant% AND seq = 1",
  },
  {
    name: "a checkpoint is signed with another key",
    finds: "checkpoint_key_unknown",
    sql: 'UPDATE audit_checkpoints SET body_text = regexp_replace(body_text, \'"key_id":"[0-9a-f]{4}\', \'"key_id":"0000\'), hash = hashed(regexp_replace(body_text, \'"key_id":"[0-9a-f]{4}\', \'"key_id":"0000\')) WHERE tenant_id = %tenant% AND seq = 1',
  },
  {
    name: "the ledger is truncated to the checkpoint before",
    finds: "head_missing",
    sql: [...truncation, "DELETE FROM events WHERE id IN (SELECT id FROM gone)"],
  },
];
