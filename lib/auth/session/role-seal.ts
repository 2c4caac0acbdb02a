import type { Person, Role } from "@/lib/core/access/principal";
import { log } from "@/lib/log";
import { keyedHash, matchesKeyedHash } from "@/lib/secrets/keyed-hash";

type Membership = Pick<Person, "tenantId" | "userId" | "role"> & {
  /** How often the role was given or taken, this time included: an earlier seal of the same role proves nothing. */
  roleChanges: number;
};

/** For memberships.role_seal. Access to the table alone is not enough to make somebody an approver. */
export function sealRole(membership: Membership): string {
  return keyedHash("role", roleTextOf(membership));
}

/** The stored role where its seal fits; otherwise the person views, and the log names them. */
export function trustedRole(membership: Membership & { roleSeal: string | null }): Role {
  const { tenantId, userId, role, roleSeal } = membership;
  if (role === "viewer" || matchesKeyedHash("role", roleTextOf(membership), roleSeal)) return role;
  log.error({ tenantId, userId }, "A role without its seal counts as viewer: it was changed past the app");
  return "viewer";
}

/**
 * True where the app itself left the membership as it is, an office that ended included: its seal fits, or there was never
 * anything to seal. False: whatever the row says of roles was written past the app.
 */
export const isRoleKnown = (
  membership: Membership & { roleSeal: string | null; hadOffice: boolean },
): boolean => !membership.hadOffice || matchesKeyedHash("role", roleTextOf(membership), membership.roleSeal);

export function roleTextOf({ tenantId, userId, role, roleChanges }: Membership): string {
  const text = `${tenantId}/${userId}/${role}`;
  // As roles were sealed before changes were counted, all of which are at 0.
  return roleChanges === 0 ? text : `${text}/${roleChanges}`;
}
