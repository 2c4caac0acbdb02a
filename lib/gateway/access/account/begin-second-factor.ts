import { inTenant } from "@/db/client";
import { readSessionStart } from "@/db/queries/people/accounts";
import { findTotpFactor } from "@/db/queries/people/identity";
import { listPeople } from "@/db/queries/people/memberships";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import { sealSecret } from "@/lib/auth/second-factor/secret-box";
import { newTotpSecret, totpUri } from "@/lib/auth/second-factor/totp";
import type { Enrolment } from "@/lib/contract/people";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const validMs = 10 * 60_000;
/** How young a session must be to stand in for a password that does not exist. */
const freshMs = 15 * 60_000;

/**
 * A new authenticator secret to type or scan, shown this once. Nothing is stored: it comes back sealed with its first
 * code. Replacing an app is proven at that second step, by a code of the one in use; the first app by the password, or by a
 * fresh sign-in where there is none, so that a session left open is not enough to earn L5.
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
  if (!factor && row.password_set && passwordsAllowed()) {
    await provePassword(person, password ?? "", "password", { database: gateway.database });
  } else if (!factor && (startedAt === null || now - startedAt.getTime() > freshMs)) {
    throw new AppError(
      "step_up_failed",
      "Sign out and in again first: this needs a sign-in of the last fifteen minutes.",
    );
  }
  const secret = newTotpSecret();
  const expiresAt = now + validMs;
  return {
    secret,
    otpauth_uri: totpUri(secret, person.email),
    enrolment: sealSecret(JSON.stringify({ secret, expiresAt }), enrolmentOf(userId)),
    expires_at: new Date(expiresAt).toISOString(),
  };
}

/** What an enrolment is sealed to: it opens for that person alone, and never as a stored secret. */
export function enrolmentOf(userId: number): string {
  return `totp-enrolment:${userId}`;
}
