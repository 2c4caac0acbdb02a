import type { Counters, RoleChange } from "@/db/queries/people/memberships";
import { sealRole } from "@/lib/auth/session/role-seal";
import type { Person, Role } from "@/lib/core/access/principal";
import { sealAttestation } from "@/lib/gateway/access/attestation-seal";

/** Somebody who has just come. */
export const neverChanged: Counters & { known: true } = {
  known: true,
  roleChanges: 0,
  roleWishes: 0,
  leaves: 0,
  recoveries: 0,
  firstLinks: 0,
};

/**
 * A change of somebody's role with every seal that it may need: of the role, where it holds at once; of the administrator's request,
 * where it waits; and of their attestation, where it ends an office. The database keeps those that apply.
 */
export function sealedChange(
  { tenantId, userId: actorUserId }: Person,
  { userId, known, roleChanges, roleWishes, leaves }: Counters & { userId: number; known: boolean },
  role: Role,
): RoleChange & { wishSeal: string } {
  const attestation = { tenantId, userId, byUserId: actorUserId };
  return {
    userId,
    role,
    seal: sealRole({ tenantId, userId, role, roleChanges: roleChanges + 1 }),
    wishSeal: sealAttestation({
      ...attestation,
      about: "asked_role",
      number: roleWishes + 1,
      role: role === "viewer" ? null : role,
    }),
    leaveSeal: sealAttestation({ ...attestation, about: "ended_office", number: leaves + 1, role: null }),
    known,
    actorUserId,
  };
}
