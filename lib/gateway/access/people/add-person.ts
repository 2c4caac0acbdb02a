import { inTenant } from "@/db/client";
import { addUser, insertMembership, isMember, lockAdmins } from "@/db/queries/people/memberships";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import type { AddedPerson } from "@/lib/contract/people";
import { AppError } from "@/lib/core/errors";
import type { Person, Role } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendPersonEvent, assertStillAdmin, viewOf } from "./change-person";
import { issueLink } from "./issue-password-link";

/**
 * Adds a new person and issues a link for setting their password once. An address with an account at another tenant is
 * refused: otherwise the holder of an old account could act in this tenant under the new person's name.
 * @throws AppError not_allowed 403; already_exists 409.
 */
export async function addPerson(
  admin: Person,
  input: { name: string; email: string; role: Role },
  gateway: Gateway = getGateway(),
): Promise<AddedPerson> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    assertStillAdmin(admin, await lockAdmins(tx, tenantId));
    const userId = await addUser(tx, input.email, input.name);
    if (userId === null) throw addressTaken(await isMember(tx, tenantId, input.email));
    await insertMembership(tx, tenantId, userId, input.role);
    const password_link = passwordsAllowed() ? await issueLink(tx, tenantId, userId) : null;
    await appendPersonEvent(tx, admin, userId, { type: "person.added", details: { role: input.role } });
    return { person: await viewOf(tx, tenantId, userId), password_link };
  });
}

function addressTaken(isHere: boolean): AppError {
  return isHere
    ? new AppError(
        "already_exists",
        "Somebody with this address is here already. If they were revoked, restore them.",
        { issues: [{ path: "email", message: "belongs to somebody here already" }] },
      )
    : new AppError(
        "already_exists",
        "This address has an account on this installation already, outside your company. The server's operator can add it here.",
        { issues: [{ path: "email", message: "has an account elsewhere on this installation" }] },
      );
}
