import { revokeMembership } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotLastAdmin, assertNotSelf, changePerson } from "./change-person";

/**
 * Ends everything that speaks for the person in this tenant: from their next request on they are nobody here. What they
 * decided stays decided. Revoking twice changes nothing.
 * @throws AppError not_allowed 403 (not an administrator, or oneself), not_found 404, last_admin 409.
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
