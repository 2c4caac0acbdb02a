import { endOtherSessions } from "@/db/queries/people/accounts";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { changePerson } from "./change-person";

/**
 * Signs a person out of every browser at once. Tokens stay valid. Administrators may sign themselves out.
 * @throws AppError not_allowed 403, not_found 404.
 */
export async function endSessions(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PersonView> {
  return changePerson(admin, id, gateway, async (tx) => {
    await endOtherSessions(tx, { tenantId: admin.tenantId, userId: id }, null);
    return { type: "person.sessions_ended", details: {} };
  });
}
