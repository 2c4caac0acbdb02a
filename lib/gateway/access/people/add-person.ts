import { inTenant } from "@/db/client";
import { addUser, isMember, lockAdmins, setRole } from "@/db/queries/people/memberships";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import type { AddedPerson } from "@/lib/contract/people/people";
import { AppError } from "@/lib/core/errors";
import type { Person, Role } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendPersonEvent, assertStillAdmin, holdEverybody, viewOf } from "./change-person";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { issueLink } from "./issue-password-link";
import { neverChanged, sealedChange } from "./sealed-change";

/**
 * Adds a new person and issues a link for setting their password once. An address with an account at another tenant is
 * refused: otherwise the holder of an old account could act in this tenant under the new person's name.
 * Where there is another administrator, a role that decides or administers waits for them; until then the person views.
 * @throws AppError not_allowed, session_required 403; already_exists 409; step_up_missing, step_up_invalid 428, unless the
 *   person is to view.
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
    await holdEverybody(tx, tenantId);
    const userId = await addUser(tx, input.email, input.name);
    if (userId === null) throw addressTaken(await isMember(tx, tenantId, input.email));
    if (input.role !== "viewer")
      await spendStepUp(tx, admin, { purpose: "add_person", subject: `${input.email}:${input.role}` });
    const { role } = input;
    const outcome = await setRole(tx, sealedChange(admin, { userId, ...neverChanged }, role));
    const origin = { issuedByUserId: admin.userId, recovers: false };
    const password_link = passwordsAllowed() ? await issueLink(tx, { tenantId, userId }, origin) : null;
    const waits = outcome === "waits";
    await appendPersonEvent(tx, admin, userId, {
      type: "person.added",
      details: { role: waits ? "viewer" : role, ...(waits && { pending_role: role }) },
    });
    return { person: await viewOf(tx, tenantId, userId), password_link };
  });
}

function addressTaken(isCurrentPlace: boolean): AppError {
  return isCurrentPlace
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
