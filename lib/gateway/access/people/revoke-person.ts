import { revokeMembership } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotLastAdmin, assertNotSelf, changePerson } from "./change-person";

/**
 * Revokes a membership from the person's next request on, with its tokens, sessions and signatures. Past decisions
 * stand. Revoking twice changes nothing.
 * @throws AppError not_allowed 403 (not an administrator, or the administrator's own membership), not_found 404,
 *   last_admin 409.
 */
export async function revokePerson(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PersonView> {
  return changePerson(admin, id, gateway, async (tx, person) => {
    assertNotLastAdmin(person);
    assertNotSelf(admin, id, "revoke");
    if (person.revoked) return null;
    await revokeMembership(tx, admin.tenantId, id);
    return { type: "person.revoked", details: { role: person.role } };
  });
}
