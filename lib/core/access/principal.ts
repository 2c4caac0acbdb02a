/**
 * This room holds the rules of who may do what: principals, roles, passwords, sign-in providers, the questions to the
 * policy.
 */

/** The authenticated caller; never taken from a request's body. */

/** A steward administers and decides nothing; an admin does both. */
export const ROLES = ["viewer", "approver", "steward", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const SIGN_IN_WAYS = ["password", "oidc"] as const;

export interface Person {
  kind: "person";
  userId: number;
  tenantId: number;
  tenantSlug: string;
  tenantName: string;
  name: string;
  email: string;
  role: Role;
  /** The credential of this request: a browser session or a personal token. */
  via: "session" | "token";
  /** The browser session of this request; absent with a token. */
  sessionId?: number;
  /** The person entered a code of their authenticator app in this session; absent with a token. */
  secondFactorProven?: boolean;
  /** The step-up token that came with this request; a verb that needs one spends it. */
  stepUp?: string | undefined;
}

export interface AgentPrincipal {
  kind: "agent";
  agentId: number;
  tenantId: number;
  tenantSlug: string;
  name: string;
  onBehalfOfUserId: number | null;
  proposalsPerMinuteMax: number;
  pendingMax: number;
  /** The person who calls in its name, by a session or a token of their own; absent where its key does. */
  calledByUserId?: number;
}

/** The person who runs the installation for every tenant and belongs to none. The ledger keeps the name. */
export interface Operator {
  kind: "operator";
  name: string;
}

/** True for the roles that decide: approver and admin. */
export function mayDecide(role: Role): boolean {
  return role === "approver" || role === "admin";
}

/** True for the roles that administer: steward and admin. */
export function mayAdminister(role: Role): boolean {
  return role === "admin" || role === "steward";
}
