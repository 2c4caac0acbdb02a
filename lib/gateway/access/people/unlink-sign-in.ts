import { clearOidcIdentity } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertOnlyHere, changePerson } from "./change-person";

/**
 * Removes the link to the person's account at the identity provider, for an account that was created anew there. The
 * next sign-in with their verified address links again.
 * @throws AppError not_allowed 403 (also for a person of another tenant), not_found 404.
 */
export async function unlinkSignIn(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PersonView> {
  return changePerson(admin, id, gateway, async (tx) => {
    await assertOnlyHere(tx, admin, id);
    await clearOidcIdentity(tx, id);
    return { type: "person.sign_in_unlinked", details: {} };
  });
}
