/**
 * The JSON files of an evidence bundle. Contents of inputs, outputs, payloads and requests are names and SHA-256 hashes of their
 * canonical JSON. Times are ISO 8601, UTC; ids are those of the product.
 */

export interface NamedHash {
  name: string;
  sha256: string;
}

/** The end of a subject's chain of events. */
export interface ChainEnd {
  seq: number;
  hash: string;
}

/** run.json */
export interface BundledRun {
  id: number;
  workflow: { id: number; name: string; version: number; hash: string };
  workspace: string;
  trigger: { type: string; ref: string };
  started_by: { label: string; user_id: number | null; agent_id: number | null };
  rerun_of: number | null;
  called_by_step: number | null;
  inputs_sha256: string;
  inputs: NamedHash[];
  status: string;
  error: { step: string; message_sha256: string } | null;
  cancelled_by: string | null;
  writes: { used: number; max: number };
  created_at: string;
  started_at: string | null;
  ended_at: string;
  deadline_at: string;
  chain: ChainEnd;
}

/** steps.json: a list, in the order of the run. */
export interface BundledStep {
  id: number;
  step: string;
  index: number;
  /** For an item of a list: its position, from 0. */
  item: number | null;
  kind: string;
  on_error: boolean;
  tool: string;
  idempotency_key: string;
  status: string;
  skipped: boolean;
  attempts: number;
  failures: number;
  attempts_max: number;
  inputs: NamedHash[];
  output_sha256: string | null;
  error: { code: string; message_sha256: string; policy: BundledPolicyAnswer | null } | null;
  proposed_action_id: number | null;
  /** The run that it called, which has a bundle of its own. */
  called_run: number | null;
  started_at: string | null;
  ended_at: string | null;
}

/** `permit` or `deny`, by a rule of one version of the policy. */
export interface BundledPolicyAnswer {
  effect: string;
  version: number;
  hash: string;
  rule: string;
}

/** actions.json: a list. Of a run, the actions that its steps proposed, and the versions that took their place. */
export interface BundledAction {
  id: number;
  status: string;
  action_type: string;
  entity: { type: string; ref: string };
  payload_sha256: string;
  /** The names of the fields that it changes. */
  fields: string[];
  tier: { level: number; rule: string; raised_from: number | null; claimed: number | null };
  proposed_by: {
    agent_id: number;
    agent: string;
    on_behalf_of: number | null;
    author: number | null;
    model: string | null;
  };
  /** The policy's answer when it was proposed. */
  policy: {
    version: number;
    hash: string;
    rule: string;
    approvals: number;
    step_up: boolean;
  };
  /** The reading of NetSuite before it was proposed. */
  live_reading: { read_at: string | null; sha256: string; precondition: boolean };
  decided: { decision: string; by: string | null; by_kind: string | null; at: string } | null;
  ended: { at: string; by: string | null } | null;
  applied_at: string | null;
  supersedes: number | null;
  superseded_by: number | null;
  undo_of: number | null;
  created_at: string;
  expires_at: string;
  pushes: BundledPush[];
  chain: ChainEnd;
}

/** One line of an action on its way to its destination. */
export interface BundledPush {
  id: number;
  line: number;
  key: string;
  destination: string;
  account: string | null;
  payload_sha256: string;
  status: string;
  record_id: string | null;
  failure: { class: string; code: string | null } | null;
  applied_at: string | null;
  ended_at: string | null;
  /** Null: nothing was read back. */
  readback: {
    verification: string | null;
    fields: { field: string; matches: boolean }[];
    sha256: string;
  } | null;
}

/** decisions.json: a list, in their order. */
export interface BundledDecision {
  id: number;
  action_id: number;
  decision: string;
  /** `claimed`: it decided; `vote_recorded`: more were needed. */
  outcome: string;
  payload_sha256: string;
  risk_level: number | null;
  by: { kind: string; label: string; user_id: number | null };
  policy: { version: number; hash: string; rule: string };
  proof: {
    channel: string;
    step_up: { token_id: number; issued_at: string | null; used_at: string | null } | null;
    standing_authorisation: number | null;
  };
  comment_sha256: string | null;
  at: string;
}

/** questions.json: a list, in their order. What people were asked and what they answered are hashes. */
export interface BundledQuestion {
  id: number;
  /** The key of the step that asked. */
  step_key: string;
  interaction_type: string;
  /** The message, and the form of an answer. */
  request_sha256: string;
  /** People by their ids, or roles, in the order in which they were asked. */
  responders: ({ user_id: number } | { role: string })[];
  rule: string;
  answers_needed: number;
  asked_at: string;
  timeout_at: string;
  timeout_action: string;
  status: string;
  ended_at: string | null;
  cancelled_by: string | null;
  /** When the run took the answer up: none was changed after that. */
  used_at: string | null;
  /** People's texts, as they came. */
  answers: BundledAnswer[];
  chain: ChainEnd;
}

export interface BundledAnswer {
  id: number;
  /** `answer`, `correction` or `retraction`. */
  kind: string;
  by: { user_id: number | null; label: string | null };
  /** For which of the responders, from 1. */
  place: number | null;
  channel: string;
  response_sha256: string;
  at: string;
}

/** receipts.json */
export interface BundledReceipts {
  actions: BundledActionReceipt[];
  /** Receipts of steps that sent something outside. */
  steps: BundledStepReceipt[];
}

export interface BundledActionReceipt {
  id: number;
  action_id: number;
  push_id: number;
  idempotency_key: string;
  status: string;
  payload_sha256: string | null;
  record: { type: string | null; id: string | null };
  committed_at: string | null;
  verification: string | null;
  reversible: boolean;
  /** The hash of the proposal that would undo it. */
  how_to_reverse_sha256: string | null;
  response_sha256: string | null;
  started_at: string;
  completed_at: string | null;
}

export interface BundledStepReceipt {
  id: number;
  step_id: number;
  tool: string;
  idempotency_key: string;
  status: string;
  request: {
    method: string | null;
    host: string | null;
    url_sha256: string | null;
    header_names: string[];
    body_sha256: string | null;
  };
  /** The policy's answer before it was sent. Null in receipts from before these were kept. */
  policy: BundledPolicyAnswer | null;
  response: { kind: string | null; status: number | null };
  result_sha256: string | null;
  reversible: boolean;
  how_to_reverse_sha256: string | null;
  started_at: string;
  completed_at: string | null;
}

/** costs.json: a list, a line for each provider and model, as priced when the bundle was sealed. */
export interface BundledCost {
  provider: string;
  model: string;
  calls: number;
  input_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  /** Millionths of the currency, as a whole number in text. Null: no call had a price. */
  cost: string | null;
  currency: string | null;
  /** Calls that may have cost something, of which nobody knew how much. */
  unpriced_calls: number;
}

/** events.json: a list by subject, each subject's oldest first. */
export interface BundledEvent {
  id: number;
  entity_type: string;
  entity_id: number;
  seq: number;
  prev_hash: string;
  /** SHA-256 of `prev_hash`, a line feed and `body`. */
  hash: string;
  /** As the ledger hashed it. */
  body: string;
  /** The checkpoint that covers it, and its RFC 9162 inclusion proof there. */
  checkpoint: number;
  proof: string[];
}

/** checkpoints.json */
export interface BundledCheckpoints {
  /** `whole`: every checkpoint from the first that covers an event to the head. `left_out`: those in between are too many. */
  links: "whole" | "left_out";
  /** In order; the last is the head. */
  checkpoints: BundledCheckpoint[];
}

export interface BundledCheckpoint {
  seq: number;
  body: string;
  hash: string;
  signature: string;
}
