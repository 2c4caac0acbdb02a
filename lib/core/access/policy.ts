/**
 * What the gateway asks the policy and what it is told. The wording of the rules lives in versioned Cedar text; here
 * are only the shapes, so that verbs and tests can speak of them without an engine.
 */

/** Every answer names the policy that gave it, so that each decision can be traced to its very text. */
export interface PolicyAnswer {
  effect: "permit" | "deny";
  /** The @id of the statement that decided; `default-deny`, `policy-error`, `policy-unreadable` where none did. */
  rule: string;
  version: number;
  /** SHA-256 of the policy text, hex. */
  hash: string;
}

/** Rules that no policy text has: what the engine itself answers. All of them deny. */
export const ENGINE_RULES = {
  /** No statement permits it. */
  defaultDeny: "default-deny",
  /** A statement could not be evaluated; an erroring forbid would otherwise be skipped, which permits. */
  error: "policy-error",
  /** The text is missing, broken, ill-typed, or is not the one its hash names. */
  unreadable: "policy-unreadable",
} as const;

/** What is known of an action once the database has set its tier. */
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
  /** How many must approve this action; 1 where it is not settled yet. */
  requiredApprovals?: number;
}

export interface ProposeFacts {
  tenantId: number;
  agentName: string;
  actionType: string;
  entityType: string;
}

/** Who decides, as far as the policy cares. */
export interface DecidingPerson {
  userId: number;
  tenantId: number;
  role: string;
}

/**
 * One question. Each is a permission, so that an error, an unreadable policy and a missing rule all lead to the safe
 * side: `approve_alone` denied means two people, `skip_step_up` denied means an edit token is needed.
 */
export type PolicyQuestion =
  | { action: "propose"; proposal: ProposeFacts }
  | { action: "auto_apply"; facts: ActionFacts; standingAuthorisation: boolean }
  | { action: "decide"; person: DecidingPerson; decision: "approve" | "reject"; facts: ActionFacts }
  | { action: "approve_alone"; facts: ActionFacts }
  | { action: "skip_step_up"; facts: ActionFacts }
  | { action: "push"; facts: ActionFacts };

/** What the policy makes of an action whose tier is set. */
export interface DecisionRequirements {
  requiredApprovals: 1 | 2;
  requiresStepUp: boolean;
  /** The statement that settled how many must approve. */
  rule: string;
}

/** Larger than any limit a policy can name: what an unknown impact weighs. Fits Cedar's Long and JavaScript's safe integers. */
export const UNKNOWN_IMPACT_CENTS = Number.MAX_SAFE_INTEGER;

/** The size of an impact for comparison with limits; the direction of the money does not make it smaller. */
export function weighedImpactCents(impactCents: number | null): number {
  return impactCents === null || !Number.isSafeInteger(impactCents)
    ? UNKNOWN_IMPACT_CENTS
    : Math.abs(impactCents);
}
