import { clearSecondFactor } from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotSelf, assertOnlyHere, changePerson } from "./change-person";

/**
 * Forgets the authenticator app of somebody who lost it; until they set up another, nothing of L5 is theirs to decide.
 * @throws AppError not_allowed 403 (also: oneself, or somebody known to another tenant), not_found 404.
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
