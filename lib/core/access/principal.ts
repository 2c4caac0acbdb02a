/** Who is asking, as authentication established it; never taken from a request's body. */

export const ROLES = ["viewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

export interface Person {
  kind: "person";
  userId: number;
  tenantId: number;
  tenantSlug: string;
  tenantName: string;
  name: string;
  email: string;
  role: Role;
  /** How they proved it: a browser session or a personal token. */
  via: "session" | "token";
  /** The browser session that asks; absent with a token. */
  sessionId?: number;
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
}

export function mayDecide(role: Role): boolean {
  return role === "approver" || role === "admin";
}

export function mayAdminister(role: Role): boolean {
  return role === "admin";
}
