import { clearSecondFactor } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotSelf, assertOnlyHere, changePerson } from "./change-person";

/**
 * Removes the authenticator app of a person who lost it. They cannot decide L5 until they set up another.
 * @throws AppError not_allowed 403 (also for the administrator themselves and a person of another tenant), not_found
 *   404.
 */
export async function resetSecondFactor(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PersonView> {
  return changePerson(admin, id, gateway, async (tx) => {
    assertNotSelf(admin, id, "reset the authenticator app of");
    await assertOnlyHere(tx, admin, id);
    await clearSecondFactor(tx, id);
    return { type: "person.second_factor_reset", details: {} };
  });
}
