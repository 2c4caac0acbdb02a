import { inTenant } from "@/db/client";
import { findTotpFactor, readSessionStart } from "@/db/queries/people/accounts";
import { listPeople } from "@/db/queries/people/memberships";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import { type BoundTo, sealSecret } from "@/lib/secrets/secret-box";
import { newTotpSecret, totpUri } from "@/lib/auth/second-factor/totp";
import type { Enrolment } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";

const enrolmentValidMs = 10 * 60_000;
/** For a person without a password, a session younger than this proves their identity. */
const freshSessionMs = 15 * 60_000;

/**
 * Creates an authenticator secret to type or scan; it is shown only once. Nothing is stored: the caller sends the
 * sealed secret back with its first code. The first app requires the password, or a fresh sign-in for a person without
 * one, so an unattended session cannot earn L5. Replacing an app requires a code of the current app in the second step.
 * @throws AppError wrong_password 403, step_up_failed 403 (sign in again), rate_limited 429.
 */
export async function beginSecondFactor(
  person: Person,
  password: string | undefined,
  gateway: Gateway = getGateway(),
): Promise<Enrolment> {
  const { tenantId, userId } = person;
  const [factor, row, startedAt] = await inTenant(gateway.database, tenantId, async (tx) => [
    await findTotpFactor(tx, { tenantId, userId }),
    (await listPeople(tx, tenantId, userId))[0]!,
    person.sessionId === undefined ? null : await readSessionStart(tx, person, person.sessionId),
  ]);
  const now = gateway.clock.now().getTime();
  if (!factor && row.passwordSet && passwordsAllowed()) {
    await provePassword(person, password ?? "", "password", { database: gateway.database });
  } else if (!factor && (startedAt === null || now - startedAt.getTime() > freshSessionMs)) {
    throw new AppError(
      "step_up_failed",
      "Sign out and in again first: this needs a sign-in of the last fifteen minutes.",
    );
  }
  const secret = newTotpSecret();
  const expiresAt = now + enrolmentValidMs;
  return {
    secret,
    otpauth_uri: totpUri(secret, person.email),
    enrolment: sealSecret(JSON.stringify({ secret, expiresAt }), enrolmentOf(userId)),
    expires_at: isoOf(expiresAt),
  };
}

/** Binds a sealed enrolment to one person, and keeps it apart from their stored secret. */
export function enrolmentOf(userId: number): BoundTo {
  return `totp-enrolment:${userId}`;
}
