import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import type { PasswordLink } from "@/lib/contract/people";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertLive, assertNotSelf, assertOnlyHere, changePerson } from "./change-person";
import { issueLink } from "./issue-link";

/**
 * A link by which the person sets a new password once, shown to the administrator this once. Earlier links stop working;
 * the old password works until the new one is set.
 * @throws AppError not_allowed 403 (also: oneself, somebody known to another tenant, passwords switched off),
 *   not_found 404, not_live 409.
 */
export async function issuePasswordLink(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PasswordLink> {
  let issued: PasswordLink | null = null;
  await changePerson(admin, id, gateway, async (tx, person) => {
    // One's own is changed with the current one: a session left open must not be enough.
    assertNotSelf(admin, id, "make a password link for");
    assertLive(person);
    await assertOnlyHere(tx, admin, id);
    if (!passwordsAllowed())
      throw new AppError(
        "not_allowed",
        "Passwords are switched off here: people sign in through the provider.",
      );
    issued = await issueLink(tx, admin.tenantId, id);
    return { type: "person.password_link_issued", details: {} };
  });
  return issued!;
}
