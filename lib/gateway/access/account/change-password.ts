import { inTenant } from "@/db/client";
import { endOtherSessions, setPassword } from "@/db/queries/people/accounts";
import { closePasswordLinks } from "@/db/queries/people/memberships";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import type { Account } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import { findPasswordFault } from "@/lib/core/access/password-rules";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { readAccount } from "./read-account";

/**
 * Sets a new password for a person who knows the current one. Every other session ends; the current one goes on. Open
 * password links end too, because a stolen link could undo the change.
 * @throws AppError wrong_password 403, not_allowed 403 where passwords are switched off, validation_failed 422,
 *   rate_limited 429.
 */
export async function changePassword(
  person: Person,
  { current, next }: { current: string; next: string },
  gateway: Gateway = getGateway(),
): Promise<Account> {
  assertPasswordsAllowed();
  assertGoodPassword(next, person, "new_password");
  await provePassword(person, current, "current_password", { database: gateway.database });
  const hash = await hashPassword(person.userId, next);
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    await setPassword(tx, person.userId, hash);
    await closePasswordLinks(tx, person);
    await endOtherSessions(tx, person, person.sessionId ?? null);
    await appendOwnEvent(tx, person, "person.password_changed");
  });
  return readAccount(person, gateway);
}

/** @throws AppError not_allowed 403 if passwords are switched off. */
export function assertPasswordsAllowed(): void {
  if (passwordsAllowed()) return;
  throw new AppError("not_allowed", "Passwords are switched off here: people sign in through the provider.");
}

/** @throws AppError validation_failed 422, which names the field and the fault. */
export function assertGoodPassword(
  password: string,
  owner: { name: string; email: string },
  path: string,
): void {
  const fault = findPasswordFault(password, owner);
  if (fault === null) return;
  throw new AppError("validation_failed", `The password ${fault}.`, { issues: [{ path, message: fault }] });
}
