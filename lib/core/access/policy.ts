import type { Decision } from "@/lib/core/action/proposed-action";
/**
 * The questions that the gateway asks the policy, and its answers. The rules themselves are versioned Cedar text. This
 * file holds only their types, so that verbs and tests need no engine to use them.
 */

/** Every answer names the policy version behind it, so that each decision can be traced to its exact text. */
export interface PolicyAnswer {
  effect: "permit" | "deny";
  /** The @id of the statement that decided; `default-deny`, `policy-error`, `policy-unreadable`, `policy-unsealed`, `thresholds-unsealed` where none did. */
  rule: string;
  version: number;
  /** SHA-256 of the policy text, hex. */
  hash: string;
}

/** The answer alone, of an object that may hold more. */
export const policyAnswerIn = ({ effect, version, hash, rule }: PolicyAnswer): PolicyAnswer => ({
  effect,
  version,
  hash,
  rule,
});

/** The engine's own answers, for rules that no policy text contains. All of them deny. */
export const ENGINE_RULES = {
  /** No statement permits it. */
  defaultDeny: "default-deny",
  /** A statement could not be evaluated. Cedar would skip a failing forbid, which would permit the action. */
  error: "policy-error",
  /** The text is missing, broken or ill-typed, or does not match its hash. */
  unreadable: "policy-unreadable",
  /** The newest version was not published by the app, which holds the key of its seal. */
  unsealed: "policy-unsealed",
  /** The newest change of the thresholds was not made by the app, so that no tier can be trusted. */
  thresholdsUnsealed: "thresholds-unsealed",
} as const;

const ENGINE_WORDS: Readonly<Record<string, string>> = {
  [ENGINE_RULES.defaultDeny]: "none of its rules allows it",
  [ENGINE_RULES.error]: "one of its rules could not be evaluated",
  [ENGINE_RULES.unreadable]: "its text could not be read",
};

/** Why the policy said no, and what somebody can do where that is no rule of theirs. `refuses`: "forbids sending this". */
export function deniedWords({ rule, version }: { rule: string; version?: number }, refuses: string): string {
  if (rule === ENGINE_RULES.unsealed)
    return "The newest version of the policy was written past Countersign, so that everything is denied until an administrator publishes one anew.";
  if (rule === ENGINE_RULES.thresholdsUnsealed)
    return "The thresholds were changed past Countersign, so that everything is denied until an administrator sets one again on the page Rules.";
  const policy = version === undefined ? "The policy" : `Policy v${version}`;
  const why = ENGINE_WORDS[rule] ?? `its rule “${rule.replaceAll("-", " ")}” says so`;
  return `${policy} ${refuses}: ${why}.`;
}

/** A request that a workflow's run would send to an address outside. */
export interface CallFacts {
  tenantId: number;
  /** The workflow's agent. */
  agentName: string;
  /** In capitals. */
  method: string;
  /** In small letters, without its port. */
  host: string;
  port: number;
  path: string;
}

/** A question that a workflow's run would put to a model. */
export interface ModelFacts {
  tenantId: number;
  /** The workflow's agent. */
  agentName: string;
  provider: string;
  /** As its provider names it. */
  model: string;
}

/** A request that a run would send outside. */
export type Outgoing = { action: "call"; call: CallFacts } | { action: "ask_model"; asked: ModelFacts };

/** The policy's answer to it, and, where it permits it, how many people must approve it first. */
export interface OutgoingAnswer extends PolicyAnswer {
  approvals: 0 | 1 | 2;
}

/** The facts about an action after the database has set its tier. */
export interface ActionFacts {
  tenantId: number;
  actionType: string;
  /** 1–5. */
  riskLevel: number;
  /** Signed integer cents; null: unknown, which weighs as more than any limit. */
  impactCents: number | null;
  onBehalfOfUserId: number | null;
  agentName: string;
  /** People of the tenant who may approve: live members with the role approver or admin, not disabled. */
  approverCount: number;
  /** How many people must approve this action; 1 if that is not decided yet. */
  requiredApprovals?: number;
  entityType: string;
  entityRef: string;
  /** The customer that the gateway read; null: none, or it could not be read. */
  customerRef: string | null;
  /** Canonical text: the fields that it changes, in any of its lines. */
  payloadText: string;
}

/** The facts of an action in the form that the policy judges. */
export function policyFactsOf(
  row: Omit<ActionFacts, "tenantId" | "agentName" | "approverCount">,
  around: Pick<ActionFacts, "tenantId" | "agentName" | "approverCount">,
): ActionFacts {
  const { actionType, riskLevel, impactCents, onBehalfOfUserId, requiredApprovals } = row;
  const { entityType, entityRef, customerRef, payloadText } = row;
  return {
    actionType,
    riskLevel,
    impactCents,
    onBehalfOfUserId,
    requiredApprovals,
    entityType,
    entityRef,
    customerRef,
    payloadText,
    ...around,
  };
}

export interface ProposeFacts {
  tenantId: number;
  agentName: string;
  actionType: string;
  entityType: string;
  entityRef: string;
  /** The fields that it wants to change, in any of its lines. */
  fields: readonly string[];
}

export interface DecidingPerson {
  userId: number;
  tenantId: number;
  role: string;
}

/**
 * One question. Each asks for a permission, so an error, an unreadable policy and a missing rule all lead to the safe
 * answer: without `approve_alone` two people must approve, without `skip_step_up` an edit token is needed, without `go_unapproved`
 * people approve what a run would send.
 */
export type PolicyQuestion =
  | { action: "propose"; proposal: ProposeFacts }
  | Outgoing
  | { action: "go_unapproved" | "go_with_one_approval"; outgoing: Outgoing }
  | { action: "auto_apply"; facts: ActionFacts; standingAuthorisation: boolean }
  | { action: "decide"; person: DecidingPerson; decision: Decision; facts: ActionFacts }
  | { action: "approve_alone"; facts: ActionFacts }
  | { action: "skip_step_up"; facts: ActionFacts }
  | { action: "push"; facts: ActionFacts };

/** The policy's requirements for a decision on an action whose tier is set. */
export interface DecisionRequirements {
  requiredApprovals: 1 | 2;
  requiresStepUp: boolean;
  /** The statement that decided how many people must approve. */
  rule: string;
}

/**
 * The weight of an unknown impact: larger than any limit in a policy. It fits Cedar's Long and JavaScript's safe
 * integers.
 */
export const UNKNOWN_IMPACT_CENTS = Number.MAX_SAFE_INTEGER;

/** The size of an impact in cents, for comparison with limits. Money in either direction counts alike. */
export function weighedImpactCents(impactCents: number | null): number {
  return impactCents === null || !Number.isSafeInteger(impactCents)
    ? UNKNOWN_IMPACT_CENTS
    : Math.abs(impactCents);
}
