/** Made by `npm run action-types`; do not edit. */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The address of an operation, its input and its answers. The types have no value at run time. */
export interface Described<Types> {
  method: "GET" | "POST";
  path: string;
  types?: Types;
}

export const OPERATIONS = {
  proposeAction: { method: "POST", path: "/api/v1/proposals" } as Described<{
    answer: ProposalView;
    body: ProposalInput;
  }>,
  listProposals: { method: "GET", path: "/api/v1/proposals" } as Described<{
    answer: ProposalList;
    query: ProposalsQuery;
  }>,
  readProposal: { method: "GET", path: "/api/v1/proposals/{id}" } as Described<{
    answer: ProposalView;
    query: ProposalWait;
  }>,
  withdrawProposal: { method: "POST", path: "/api/v1/proposals/{id}/withdraw" } as Described<{
    answer: ProposalView;
  }>,
  startAgentRun: { method: "POST", path: "/api/v1/runs" } as Described<{ answer: RunView; body: RunInput }>,
  readAgentRuns: { method: "GET", path: "/api/v1/runs" } as Described<{ answer: RunList; query: RunsQuery }>,
  readAgentRun: { method: "GET", path: "/api/v1/runs/{id}" } as Described<{
    answer: RunView;
    query: RunWait;
  }>,
  cancelAgentRun: { method: "POST", path: "/api/v1/runs/{id}/cancel" } as Described<{ answer: RunView }>,
  askAsAgent: { method: "POST", path: "/api/v1/interactions" } as Described<{
    answer: QuestionView;
    body: QuestionInput;
  }>,
  readAgentInteractions: { method: "GET", path: "/api/v1/interactions" } as Described<{
    answer: QuestionList;
    query: QuestionsQuery;
  }>,
  readAgentInteraction: { method: "GET", path: "/api/v1/interactions/{id}" } as Described<{
    answer: QuestionView;
  }>,
  cancelAgentInteraction: { method: "POST", path: "/api/v1/interactions/{id}/cancel" } as Described<{
    answer: QuestionView;
  }>,
  readAction: { method: "GET", path: "/api/proposed-actions/{id}" } as Described<{ answer: ActionView }>,
  decideAction: { method: "POST", path: "/api/proposed-actions/{id}/decide" } as Described<{
    answer: DecisionResult;
    body: DecisionInput;
  }>,
  issueEditToken: { method: "POST", path: "/api/edit-tokens" } as Described<{
    answer: EditToken;
    body: EditTokenInput;
  }>,
};

/** The stable codes of the API's problem documents. */
export type ErrorCode =
  | "malformed_json"
  | "malformed_request"
  | "unauthenticated"
  | "not_allowed"
  | "origin_refused"
  | "policy_denied"
  | "own_proposal"
  | "not_entitled"
  | "not_independent"
  | "agent_paused"
  | "new_in_office"
  | "recently_recovered"
  | "second_factor_needed"
  | "session_required"
  | "not_found"
  | "method_not_allowed"
  | "body_too_slow"
  | "already_decided"
  | "already_responded"
  | "already_received"
  | "already_exists"
  | "last_admin"
  | "not_live"
  | "too_many_endpoints"
  | "agent_of_workflow"
  | "not_in_force"
  | "not_sealed"
  | "unproven"
  | "idempotency_conflict"
  | "conflicting_proposal"
  | "not_withdrawable"
  | "not_replayable"
  | "not_cancellable"
  | "not_reproposable"
  | "not_undoable"
  | "grace_over"
  | "may_be_written"
  | "nothing_to_do"
  | "question_cancelled"
  | "answer_counted"
  | "successor_exists"
  | "undo_exists"
  | "lane_open"
  | "no_netsuite_account"
  | "channel_not_set_up"
  | "passkeys_unavailable"
  | "nothing_to_cancel"
  | "nothing_to_confirm"
  | "run_is_over"
  | "run_is_running"
  | "run_has_ended"
  | "run_function_gone"
  | "expired"
  | "timeout"
  | "changed"
  | "drifted"
  | "tier_raised"
  | "payload_too_large"
  | "unsupported_media_type"
  | "validation_failed"
  | "unknown_action_type"
  | "from_mismatch"
  | "record_missing"
  | "record_refused"
  | "not_editable"
  | "number_too_long"
  | "repeated_name"
  | "unsupported_character"
  | "blocked"
  | "confirmation_missing"
  | "edit_token_missing"
  | "edit_token_invalid"
  | "step_up_missing"
  | "step_up_invalid"
  | "step_up_failed"
  | "wrong_password"
  | "rate_limited"
  | "too_many_pending"
  | "approvers_behind"
  | "internal"
  | "reads_busy"
  | "unavailable";

export interface ProposalView {
  id: number;
  status: "pending" | "approved" | "applied" | "rejected" | "expired" | "cancelled" | "superseded" | "stale";
  risk_level: number;
  risk_rule: string;
  /**
   * The tier that the proposer claimed.
   */
  claimed_risk_level: number | null;
  payload_hash: string;
  expires_at: string;
  policy: {
    version: number;
    hash: string;
    rule: string;
  };
  url: string;
  correlation_id: string;
  required_approvals: number;
  decision: ("approve" | "reject") | null;
  decided_by: string | null;
  decided_at: string | null;
  comment: string | null;
  applied_at: string | null;
  ns_internal_id: string | null;
  /**
   * `partial`: some lines of a roll were not written.
   */
  verification: ("verified" | "mismatch" | "partial") | null;
  push_status: string | null;
  end_reason: string | null;
  /**
   * The version that this one took the place of.
   */
  supersedes: number | null;
  /**
   * The applied proposal that this one takes back.
   */
  undo_of: number | null;
  /**
   * The person who wrote this version; null: the agent's own.
   */
  author: string | null;
  superseded_by: {
    id: number;
    url: string;
    /**
     * RFC 6902 JSON Patch from this payload to the one that took its place.
     */
    patch: {
      op: "add" | "remove" | "replace" | "move" | "copy" | "test";
      path: string;
      from?: string;
      value?: unknown;
    }[];
  } | null;
  /**
   * While it waits: others that wait with another value for the same record and field, as of this answer. At most one of them can be written.
   *
   * @maxItems 20
   */
  conflicts_with: {
    id: number;
    url: string;
    agent: string;
  }[];
  /**
   * While it waits for people. Null as well where many are listed at once.
   */
  queue: {
    /**
     * How many of the same tiers (L1 to L3, or L4 and L5) stand before it in the inbox, where what expires first comes first; 1000 at most.
     */
    ahead: number;
    /**
     * How long people took lately, from a proposal to its decision. Null: they decided too few.
     */
    median_decision_seconds: number | null;
  } | null;
}

export interface ProposalInput {
  action_type: string;
  entity_type: string;
  entity_ref: string;
  /**
   * At least one; none for a roll, and for a type that means one thing alone.
   *
   * @maxItems 20
   */
  changes?: {
    field: string;
    /**
     * The value the agent saw; refused unless it is the live one. Absent: the live value is taken, and must still hold when written.
     */
    from?: (string | number) | null;
    /**
     * The value to write.
     */
    to: (string | number) | null;
  }[];
  context?: {
    [k: string]: string | number | boolean | null;
  };
  /**
   * Only of a roll, which is decided as a whole and written line by line.
   *
   * @minItems 1
   * @maxItems 500
   */
  lines?: {
    entity_ref: string;
    /**
     * @minItems 1
     * @maxItems 20
     */
    changes: {
      field: string;
      /**
       * The value the agent saw; refused unless it is the live one. Absent: the live value is taken, and must still hold when written.
       */
      from?: (string | number) | null;
      /**
       * The value to write.
       */
      to: (string | number) | null;
    }[];
    context?: {
      [k: string]: string | number | boolean | null;
    };
  }[];
  reason?: string;
  /**
   * @maxItems 50
   */
  evidence?: (
    | string
    | {
        [k: string]: unknown;
      }
  )[];
  /**
   * At most, and by default, the full time of the tier: L1 and L2 72 h, L3 48 h, L4 and L5 24 h. A longer wish is shortened; expires_at of the answer tells.
   */
  expires_in_seconds?: number;
  conversation_ref?: string;
  model?: string;
  prompt_template_version?: string;
  /**
   * Your own view of the tier, 1 to 5: kept and shown as your claim. It is never weighed.
   */
  risk_level?: unknown;
}

export interface ProposalList {
  items: {
    id: number;
    status:
      "pending" | "approved" | "applied" | "rejected" | "expired" | "cancelled" | "superseded" | "stale";
    risk_level: number;
    risk_rule: string;
    /**
     * The tier that the proposer claimed.
     */
    claimed_risk_level: number | null;
    payload_hash: string;
    expires_at: string;
    policy: {
      version: number;
      hash: string;
      rule: string;
    };
    url: string;
    correlation_id: string;
    required_approvals: number;
    decision: ("approve" | "reject") | null;
    decided_by: string | null;
    decided_at: string | null;
    comment: string | null;
    applied_at: string | null;
    ns_internal_id: string | null;
    /**
     * `partial`: some lines of a roll were not written.
     */
    verification: ("verified" | "mismatch" | "partial") | null;
    push_status: string | null;
    end_reason: string | null;
    /**
     * The version that this one took the place of.
     */
    supersedes: number | null;
    /**
     * The applied proposal that this one takes back.
     */
    undo_of: number | null;
    /**
     * The person who wrote this version; null: the agent's own.
     */
    author: string | null;
    superseded_by: {
      id: number;
      url: string;
      /**
       * RFC 6902 JSON Patch from this payload to the one that took its place.
       */
      patch: {
        op: "add" | "remove" | "replace" | "move" | "copy" | "test";
        path: string;
        from?: string;
        value?: unknown;
      }[];
    } | null;
    /**
     * While it waits: others that wait with another value for the same record and field, as of this answer. At most one of them can be written.
     *
     * @maxItems 20
     */
    conflicts_with: {
      id: number;
      url: string;
      agent: string;
    }[];
    action_type: string;
    entity_type: string;
    entity_ref: string;
    /**
     * The key of the request that made it.
     */
    idempotency_key: string | null;
    conversation_ref: string | null;
    created_at: string;
  }[];
  /**
   * Ask with `cursor` for older ones; null: there are none.
   */
  next_cursor: number | null;
}

export interface ProposalsQuery {
  /**
   * One or several, with commas.
   */
  status?: string;
  conversation_ref?: string;
  cursor?: number;
  limit?: number;
}

export interface ProposalWait {
  /**
   * Seconds to wait for the next change.
   */
  wait?: number;
}

export interface RunView {
  id: number;
  status:
    | "queued"
    | "running"
    | "waiting_approval"
    | "waiting_input"
    | "paused"
    | "failed_retryable"
    | "succeeded"
    | "failed_terminal"
    | "cancelled";
  url: string;
  workflow: string;
  workspace: string;
  workflow_id: number;
  workflow_version_id: number;
  version_number: number;
  trigger_type: "api" | "schedule" | "webhook" | "event" | "rerun" | "call";
  trigger_ref: string;
  started_by: string;
  rerun_of: number | null;
  /**
   * The first question that it waits for; null: it waits for none.
   */
  question_id: number | null;
  writes: {
    used: number;
    max: number;
  };
  error: {
    step: string;
    message: string;
  } | null;
  cancelled_by: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  deadline_at: string;
  /**
   * Null: hidden from viewers, as values can be tried.
   */
  inputs_hash: string | null;
  /**
   * By name: the SHA-256 of each value. Null: hidden from viewers.
   */
  inputs: {
    [k: string]: string;
  } | null;
  steps: {
    step_id: string;
    step_index: number;
    title: string | null;
    /**
     * `list`: makes an `item` for each element of its `for`.
     */
    kind: "single" | "list" | "item";
    item: number | null;
    /**
     * It runs because another step failed.
     */
    on_error: boolean;
    tool_name: string;
    /**
     * Of a step that asks a model, where its text names it.
     */
    model: string | null;
    status:
      | "ready"
      | "running"
      | "waiting_approval"
      | "waiting_input"
      | "failed_retryable"
      | "succeeded"
      | "failed_terminal"
      | "cancelled";
    /**
     * Its `if` was false: it counts as succeeded.
     */
    skipped: boolean;
    needs: string[];
    attempt: number;
    /**
     * Those that ended, oldest first, the newest 20. Of a first one that succeeded the step itself says all.
     */
    attempts: {
      attempt: number;
      /**
       * The status that the step went on with; `lease_lost`: its worker went away.
       */
      outcome:
        | "ready"
        | "waiting_approval"
        | "waiting_input"
        | "failed_retryable"
        | "succeeded"
        | "failed_terminal"
        | "cancelled"
        | "lease_lost";
      /**
       * Whose lease it was.
       */
      worker: string;
      error: {
        code: string;
        message: string;
      } | null;
      started_at: string | null;
      ended_at: string;
      /**
       * When the attempt after it may begin.
       */
      next_eligible_at: string | null;
    }[];
    last_error: {
      code: string;
      message: string;
    } | null;
    next_eligible_at: string | null;
    idempotency_key: string;
    proposed_action_id: number | null;
    /**
     * Of a step that asks people: the interaction.
     */
    question_id: number | null;
    /**
     * By name: the SHA-256 of each value. Null as well where content is hidden from viewers.
     */
    inputs: {
      [k: string]: string;
    } | null;
    output_hash: string | null;
    started_at: string | null;
    ended_at: string | null;
  }[];
  /**
   * Of the models that it asked, by provider and model.
   */
  costs: {
    provider: string;
    model: string;
    /**
     * Without those that never arrived, or were turned away unread.
     */
    calls: number;
    /**
     * Cached ones included.
     */
    input_tokens: number;
    cached_tokens: number;
    /**
     * Those of reasoning included.
     */
    output_tokens: number;
    reasoning_tokens: number;
    /**
     * Millionths of the currency, as a whole number; null: no call has a price.
     */
    cost: string | null;
    currency: string | null;
    /**
     * Calls that may have cost something, of which nobody knows how much.
     */
    unpriced_calls: number;
  }[];
}

export interface RunInput {
  workflow: string;
  /**
   * The version in force: another one is refused, which tells you of a publication in between.
   */
  version_id?: number;
  inputs?: {
    [k: string]: Json;
  };
  /**
   * The same one twice is one run, however often it is sent; an agent's are its own. Missing: every request begins one.
   */
  trigger_ref?: string;
}

export interface RunList {
  items: {
    id: number;
    status:
      | "queued"
      | "running"
      | "waiting_approval"
      | "waiting_input"
      | "paused"
      | "failed_retryable"
      | "succeeded"
      | "failed_terminal"
      | "cancelled";
    url: string;
    workflow: string;
    workspace: string;
    workflow_id: number;
    workflow_version_id: number;
    version_number: number;
    trigger_type: "api" | "schedule" | "webhook" | "event" | "rerun" | "call";
    trigger_ref: string;
    started_by: string;
    rerun_of: number | null;
    /**
     * The first question that it waits for; null: it waits for none.
     */
    question_id: number | null;
    writes: {
      used: number;
      max: number;
    };
    error: {
      step: string;
      message: string;
    } | null;
    cancelled_by: string | null;
    created_at: string;
    started_at: string | null;
    ended_at: string | null;
    deadline_at: string;
  }[];
  /**
   * Ask with `cursor` for older ones; null: there are none.
   */
  next_cursor: number | null;
}

export interface RunsQuery {
  /**
   * One or several, with commas.
   */
  status?: string;
  workflow?: string;
  trigger_type?: "api" | "schedule" | "webhook" | "event" | "rerun" | "call";
  /**
   * A run's number, or a part of its trigger_ref, of the name of its workflow or of whoever began it.
   */
  q?: string;
  cursor?: number;
  limit?: number;
}

export interface RunWait {
  wait?: number;
}

export interface QuestionView {
  id: number;
  status: "pending" | "responded" | "timeout" | "cancelled";
  interaction_type: "approval" | "input" | "selection" | "review";
  channel_type: "slack" | "email" | "webhook" | "in_app" | "teams" | "discord" | "telegram" | "web_push";
  asked_by: string;
  /**
   * An approval of what a step of a run sends outside: that goes as soon as enough have approved it.
   */
  sends: boolean;
  /**
   * You see that it exists; it is neither yours nor asked of you.
   */
  redacted: boolean;
  asked_by_you: boolean;
  /**
   * The run whose step asked it.
   */
  execution_id: number | null;
  message: string | null;
  /**
   * JSON Schema of an answer.
   */
  schema: {
    [k: string]: unknown;
  } | null;
  options:
    | {
        value: string;
        label: string;
      }[]
    | null;
  responders: (
    | {
        user_id: number;
      }
    | {
        role: "viewer" | "approver" | "steward" | "admin";
      }
  )[];
  /**
   * Beside `responders`; null: a role.
   */
  responder_names: (string | null)[];
  /**
   * So many of the responders have been asked, from the first one on.
   */
  asked: number;
  rule: "first" | "all" | "n_of_m";
  answers_needed: number;
  in_order: boolean;
  escalate_after_seconds: number | null;
  answers_given: number;
  /**
   * Who has answered, by which channel, and for which responder, from 1. Not the answers.
   */
  answered: {
    place: number;
    by: string;
    channel: "slack" | "email" | "webhook" | "in_app" | "teams" | "discord" | "telegram" | "web_push";
  }[];
  /**
   * You are asked, and have not answered.
   */
  may_answer: boolean;
  /**
   * You have answered, and may still give another answer in its place.
   */
  may_correct: boolean;
  /**
   * You have answered, and may take it back.
   */
  may_retract: boolean;
  may_cancel: boolean;
  /**
   * Null: you gave none, or took it back.
   */
  your_answer: Json;
  timeout_seconds: number;
  timeout_at: string;
  timeout_action: "fail" | "continue" | "default_response";
  /**
   * What counts when nobody answers; null: nothing does.
   */
  default_response: Json;
  /**
   * 15 minutes or less are left.
   */
  warned: boolean;
  reminders_sent: number;
  /**
   * How it ended; null: it is open, or was cancelled.
   */
  response: {
    /**
     * Of several the one that all give, or a refusal; null: they differ, or there is none.
     */
    answer: Json;
    by: string | null;
    at: string;
    timed_out: boolean;
    answers: {
      answer: Json;
      by: string;
      at: string;
    }[];
  } | null;
  cancelled_by: string | null;
  created_at: string;
  ended_at: string | null;
  /**
   * When its texts and answers were blanked, since their retention period was over. An approval's verdict stays.
   */
  text_blanked_at: string | null;
  /**
   * The asker has read the result: answers are final.
   */
  used_at: string | null;
}

export interface QuestionInput {
  interaction_type: "approval" | "input" | "selection" | "review";
  request_data: {
    /**
     * A template: {{name}} takes the value of that name in `context`. Shown as plain text.
     */
    message: string;
    /**
     * JSON Schema of the answer: of an input, and of a review if given.
     */
    schema?: {
      [k: string]: Json;
    };
    /**
     * Of a selection.
     *
     * @minItems 1
     * @maxItems 100
     */
    options?: {
      value: string;
      label: string;
    }[];
    /**
     * Of a selection: several options may be chosen.
     */
    multiple?: boolean;
  };
  /**
   * The values of the template's variables.
   */
  context?: {
    [k: string]: Json;
  };
  /**
   * `slack`, `email` or `webhook`: people whom it reaches are told by it alone. `in_app`: as each chose.
   */
  channel_type?: "slack" | "email" | "webhook" | "in_app" | "teams" | "discord" | "telegram" | "web_push";
  /**
   * Who may answer, in the order of asking.
   *
   * @minItems 1
   * @maxItems 20
   */
  responders: (
    | {
        user_id: number;
      }
    | {
        role: "viewer" | "approver" | "steward" | "admin";
      }
  )[];
  /**
   * One answer, one of each responder, or `answers_needed` of different people. A refusal always ends it.
   */
  rule?: "first" | "all" | "n_of_m";
  /**
   * Of `n_of_m`.
   */
  answers_needed?: number;
  /**
   * Of `all`: a chain. Each responder is asked when the one before has answered.
   */
  in_order?: boolean;
  /**
   * Of `first`: the next responder is asked as well each time that nobody answers for so long.
   */
  escalate_after_seconds?: number;
  /**
   * People are reminded each time that this has passed.
   */
  reminder_seconds?: number;
  timeout_seconds?: number;
  timeout_action?: "fail" | "continue" | "default_response";
  /**
   * Of `default_response`: what counts when nobody answers.
   */
  default_response?: Json;
}

export interface QuestionList {
  items: {
    id: number;
    status: "pending" | "responded" | "timeout" | "cancelled";
    interaction_type: "approval" | "input" | "selection" | "review";
    channel_type: "slack" | "email" | "webhook" | "in_app" | "teams" | "discord" | "telegram" | "web_push";
    asked_by: string;
    /**
     * An approval of what a step of a run sends outside: that goes as soon as enough have approved it.
     */
    sends: boolean;
    /**
     * You see that it exists; it is neither yours nor asked of you.
     */
    redacted: boolean;
    asked_by_you: boolean;
    /**
     * The run whose step asked it.
     */
    execution_id: number | null;
    message: string | null;
    /**
     * JSON Schema of an answer.
     */
    schema: {
      [k: string]: unknown;
    } | null;
    options:
      | {
          value: string;
          label: string;
        }[]
      | null;
    responders: (
      | {
          user_id: number;
        }
      | {
          role: "viewer" | "approver" | "steward" | "admin";
        }
    )[];
    /**
     * Beside `responders`; null: a role.
     */
    responder_names: (string | null)[];
    /**
     * So many of the responders have been asked, from the first one on.
     */
    asked: number;
    rule: "first" | "all" | "n_of_m";
    answers_needed: number;
    in_order: boolean;
    escalate_after_seconds: number | null;
    answers_given: number;
    /**
     * Who has answered, by which channel, and for which responder, from 1. Not the answers.
     */
    answered: {
      place: number;
      by: string;
      channel: "slack" | "email" | "webhook" | "in_app" | "teams" | "discord" | "telegram" | "web_push";
    }[];
    /**
     * You are asked, and have not answered.
     */
    may_answer: boolean;
    /**
     * You have answered, and may still give another answer in its place.
     */
    may_correct: boolean;
    /**
     * You have answered, and may take it back.
     */
    may_retract: boolean;
    may_cancel: boolean;
    /**
     * Null: you gave none, or took it back.
     */
    your_answer: Json;
    timeout_seconds: number;
    timeout_at: string;
    timeout_action: "fail" | "continue" | "default_response";
    /**
     * What counts when nobody answers; null: nothing does.
     */
    default_response: Json;
    /**
     * 15 minutes or less are left.
     */
    warned: boolean;
    reminders_sent: number;
    /**
     * How it ended; null: it is open, or was cancelled.
     */
    response: {
      /**
       * Of several the one that all give, or a refusal; null: they differ, or there is none.
       */
      answer: Json;
      by: string | null;
      at: string;
      timed_out: boolean;
      answers: {
        answer: Json;
        by: string;
        at: string;
      }[];
    } | null;
    cancelled_by: string | null;
    created_at: string;
    ended_at: string | null;
    /**
     * When its texts and answers were blanked, since their retention period was over. An approval's verdict stays.
     */
    text_blanked_at: string | null;
    /**
     * The asker has read the result: answers are final.
     */
    used_at: string | null;
  }[];
  /**
   * Ask with `cursor` for the next ones; null: there are none.
   */
  next_cursor: number | null;
}

export interface QuestionsQuery {
  /**
   * Separated by commas: pending, responded, timeout, cancelled.
   */
  status?: string;
  interaction_type?: "approval" | "input" | "selection" | "review";
  /**
   * `ending`: those whose time is over first come first. Default: `newest`.
   */
  order?: "newest" | "ending";
  cursor?: number;
  limit?: number;
}

export interface ActionView {
  id: number;
  /**
   * The action type in people's words: `Bid price`.
   */
  title: string;
  /**
   * Its subject: `Strawberries 8×1 lb clamshell`.
   */
  subject: string;
  /**
   * The whole change in one sentence, made from the payload alone.
   */
  sentence: string;
  /**
   * False where a text of the payload holds a quotation mark, a line break or a ` · ` and could pose as words of ours: `sentence` then names the kind of write and its subject alone.
   */
  sayable: boolean;
  /**
   * False where our renderer cannot show the payload whole.
   */
  inspectable: boolean;
  /**
   * Bidi, zero-width or look-alike characters somewhere in the payload.
   */
  suspicious_text: boolean;
  /**
   * Why a card of a list cannot show all that would be written: it is opened first, approved one at a time and with `confirmed`. Null: a card shows it whole.
   */
  unshown:
    | ("roll" | "uninspectable" | "deceptive_characters" | "many_changes" | "long_text" | "many_text_lines")
    | null;
  entity_type: string;
  entity_ref: string;
  customer: string | null;
  /**
   * Short facts beside it: bid, location, order.
   */
  details: string[];
  changes: {
    field: string;
    /**
     * The field in people's words.
     */
    label: string;
    kind: "money" | "quantity" | "text";
    /**
     * The value that the agent says it saw; null where it said nothing.
     */
    from: string | null;
    /**
     * The value that the gateway read when this was proposed.
     */
    proposed_live: string | null;
    to: string | null;
    /**
     * to − live, exact decimal; null for text.
     */
    delta: string | null;
    delta_percent: string | null;
    /**
     * The value is added to the quantity on hand, as an adjustment is; `from` is that quantity.
     */
    is_difference: boolean;
    /**
     * The `sentence` says it, so that a page which shows the sentence need not show it again.
     */
    said: boolean;
    /**
     * Of a difference: the quantity that it leaves on hand, if known.
     */
    leaves: string | null;
  }[];
  /**
   * Only of a roll: its lines stand at /lines.
   */
  line_count: number | null;
  impact: {
    cents: number | null;
    currency: string;
    basis: string | null;
    /**
     * The writes of this action: one, or a roll's lines.
     */
    lines_total: number;
    /**
     * The writes whose worth is known and part of the impact; null where nobody counted them.
     */
    lines_weighed: number | null;
  };
  risk_level: 1 | 2 | 3 | 4 | 5;
  /**
   * The rule behind the tier as a sentence, with the figure at which it begins now: `it moves by 5 % or more`.
   */
  rule_words: string;
  status: "pending" | "approved" | "applied" | "rejected" | "expired" | "cancelled" | "superseded" | "stale";
  payload_hash: string;
  agent: string;
  on_behalf_of: string | null;
  expires_at: string;
  approvals: number;
  required_approvals: number;
  requires_step_up: boolean;
  decision: ("approve" | "reject") | null;
  decided_by: string | null;
  comment: string | null;
  /**
   * The agent's own prose, not checked.
   */
  reason: string;
}

export interface DecisionResult {
  outcome: "claimed" | "vote_recorded" | "already_decided";
  id: number;
  status: string;
  decision: "approve" | "reject";
  decided_by: string | null;
  decided_at: string | null;
  /**
   * Until then the same person may take it back, and nothing is sent. Null: not at all, as of a decision that came by this API.
   */
  take_back_until: string | null;
  approvals: number;
  required_approvals: number;
}

export interface DecisionInput {
  decision: "approve" | "reject";
  payload_hash: string;
  comment?: string;
  /**
   * L4, L5 and whatever a list does not show whole (`unshown`): the person saw the whole change and confirmed it.
   */
  confirmed?: boolean;
}

export interface EditToken {
  edit_token: string;
  expires_at: string;
}

export interface EditTokenInput {
  action_id: number;
  payload_hash: string;
  decision: "approve" | "reject";
  typed_reference: string;
  factor:
    | {
        type: "totp";
        code: string;
      }
    | {
        type: "passkey";
        signature: {
          id: string;
          rawId: string;
          type: "public-key";
          authenticatorAttachment?: ("platform" | "cross-platform") | null;
          clientExtensionResults?: {
            [k: string]: unknown;
          };
          response: {
            clientDataJSON: string;
            authenticatorData: string;
            signature: string;
            userHandle?: string | null;
          };
        };
      };
}
