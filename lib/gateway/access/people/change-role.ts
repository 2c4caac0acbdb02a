import { setRole } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person, Role } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertLive, assertNotLastAdmin, assertNotSelf, changePerson } from "./change-person";

/**
 * Changes a person's role from their next request on. Setting the current role changes nothing.
 * @throws AppError not_allowed 403 (not an administrator, or the administrator's own role), not_found 404, last_admin
 *   409, not_live 409.
 */
export async function changeRole(
  admin: Person,
  { id, role }: { id: number; role: Role },
  gateway: Gateway = getGateway(),
): Promise<PersonView> {
  return changePerson(admin, id, gateway, async (tx, person) => {
    assertNotLastAdmin(person);
    assertNotSelf(admin, id, "change the role of");
    assertLive(person);
    if (person.role === role) return null;
    await setRole(tx, admin.tenantId, id, role);
    return { type: "person.role_changed", details: { from: person.role, to: role } };
  });
}
