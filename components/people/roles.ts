import type { Role } from "@/lib/core/access/principal";

export const ROLE_OPTIONS: readonly { value: Role; name: string }[] = [
  { value: "viewer", name: "Viewer: sees everything, decides nothing" },
  { value: "approver", name: "Approver: decides proposals" },
  { value: "admin", name: "Admin: decides, and manages people, agents and switches" },
];

/** `an approver`, for sentences. */
export function roleWithArticle(role: Role): string {
  return role === "viewer" ? "a viewer" : role === "approver" ? "an approver" : "an admin";
}
