import type { Role } from "@/lib/core/access/principal";

/** Roles as people read them. */

export const ROLE_OPTIONS: readonly { value: Role; name: string }[] = [
  { value: "viewer", name: "Viewer: sees everything, decides nothing" },
  { value: "approver", name: "Approver: decides proposals" },
  { value: "steward", name: "Steward: administers, does not decide" },
  { value: "admin", name: "Admin: decides, and manages people, agents and switches" },
];

/** `an approver`, for sentences. */
export const roleWithArticle = (role: Role) =>
  role === "viewer" || role === "steward" ? `a ${role}` : `an ${role}`;
