/**
 * This room holds workflows: their language and versions, what begins their runs, the workers that do the steps, and the tools that
 * steps use.
 */

export const PROBLEM_CODES = [
  "yaml",
  "too_long",
  "too_deep",
  "anchor_not_allowed",
  "tag_not_allowed",
  "key_not_allowed",
  "number_needs_quotes",
  "missing",
  "unknown_field",
  "invalid",
  "invalid_schema",
  "invalid_schedule",
  "unknown_event",
  "duplicate_step",
  "duplicate_webhook",
  "unknown_step",
  "step_not_before",
  "cycle",
  "unknown_tool",
  "unknown_action_type",
  "unknown_provider",
  "unknown_target_field",
  "unreachable",
  "too_many_steps",
  "max_missing",
  "max_without_for",
  "writes_limit_missing",
  "writes_over_limit",
  "waits_beyond_deadline",
  "approval_not_needed",
  "calls_itself",
  "calls_in_circle",
  "calls_too_deep",
  "workflow_not_in_force",
  "unknown_secret",
  "secret_not_allowed_here",
  "expression",
  "expression_too_large",
  "expression_type",
  "unknown_name",
  "function_not_allowed",
  "nested_comprehension",
  "name_taken",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Line and column count from one, as editors do. */
export interface Problem {
  line: number;
  column: number;
  code: ProblemCode;
  message: string;
}

/** Where something stands in the value of a source: keys and indexes from its root. */
export type Path = readonly (string | number)[];

/** A problem by its path, before its place in the text is looked up. */
export interface Finding {
  path: Path;
  code: ProblemCode;
  message: string;
  /** It is about the key, not about the value. */
  atKey?: true;
  /** It is about this character of the text there, counted from zero. */
  character?: number;
}
