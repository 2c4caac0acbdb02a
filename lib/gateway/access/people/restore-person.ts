import { restoreMembership } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { changePerson } from "./change-person";

/**
 * Restores a membership with its former role. Tokens, sessions and signatures stay revoked. Restoring twice changes
 * nothing.
 * @throws AppError not_allowed 403, not_found 404.
 */
export async function restorePerson(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PersonView> {
  return changePerson(admin, id, gateway, async (tx, person) => {
    if (!person.revoked) return null;
    await restoreMembership(tx, admin.tenantId, id);
    return { type: "person.restored", details: { role: person.role } };
  });
}
