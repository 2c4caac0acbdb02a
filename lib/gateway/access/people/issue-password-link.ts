import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import type { PasswordLink } from "@/lib/contract/people";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertLive, assertNotSelf, assertOnlyHere, changePerson } from "./change-person";
import { issueLink } from "./issue-link";

/**
 * Issues a link for setting a new password once. The administrator sees the link only once. Earlier links stop working;
 * the old password stays valid until the new one is set.
 * @throws AppError not_allowed 403 (also for the administrator themselves, a person of another tenant, and if passwords
 *   are switched off), not_found 404, not_live 409.
 */
export async function issuePasswordLink(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<PasswordLink> {
  let link: PasswordLink | null = null;
  await changePerson(admin, id, gateway, async (tx, person) => {
    // Administrators change their own password with the current one, so an unattended session is not enough.
    assertNotSelf(admin, id, "make a password link for");
    assertLive(person);
    await assertOnlyHere(tx, admin, id);
    if (!passwordsAllowed())
      throw new AppError(
        "not_allowed",
        "Passwords are switched off here: people sign in through the provider.",
      );
    link = await issueLink(tx, admin.tenantId, id);
    return { type: "person.password_link_issued", details: {} };
  });
  return link!;
}
