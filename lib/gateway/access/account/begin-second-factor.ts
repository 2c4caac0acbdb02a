import { inTenant } from "@/db/client";
import { findTotpFactor, readEnrolmentBasis } from "@/db/queries/people/accounts";
import { findAttestation } from "@/db/queries/people/attestations";
import { listPeople } from "@/db/queries/people/memberships";
import { passwordsAllowed } from "@/lib/auth/sign-in/oidc-config";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import { type BoundTo, sealSecret } from "@/lib/secrets/secret-box";
import { newTotpSecret, totpUri } from "@/lib/auth/second-factor/totp";
import type { Enrolment } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isGenuineAttestation } from "@/lib/gateway/access/attestation-seal";
import { isoOf } from "@/lib/core/values/time";

const enrolmentValidMs = 10 * 60_000;

/**
 * Creates an authenticator secret to type or scan; it is shown only once. Nothing is stored: the caller sends the
 * sealed secret back with its first code. The first app requires the password, or a fresh sign-in for a person without
 * one, so an unattended session cannot earn L5. From whom a password or an app was taken, a sign-in is not enough: an
 * administrator has to have reset their app. Replacing an app requires a code of the current app in the second step, which
 * holds only for credentials as they were in this one.
 * @throws AppError wrong_password 403, step_up_failed 403 (sign in again), rate_limited 429.
 */
export async function beginSecondFactor(
  person: Person,
  password: string | undefined,
  gateway: Gateway = getGateway(),
): Promise<Enrolment> {
  const { tenantId, userId } = person;
  const [factor, row, basis, attestation] = await inTenant(gateway.database, tenantId, async (tx) => [
    await findTotpFactor(tx, { tenantId, userId }),
    (await listPeople(tx, tenantId, userId))[0]!,
    await readEnrolmentBasis(tx, person, person.sessionId),
    await findAttestation(tx, tenantId, { userId, about: "took_away_app" }),
  ]);
  const now = gateway.clock.now().getTime();
  if (!factor && row.passwordSet && passwordsAllowed()) {
    await provePassword(person, password ?? "", "password", { database: gateway.database });
  } else if (!factor) {
    if (
      basis.taken > 0 &&
      !(attestation?.number === basis.taken && isGenuineAttestation(tenantId, attestation))
    )
      throw new AppError(
        "step_up_failed",
        "Your password or authenticator app was taken away, and by no administrator here. Ask one to reset your authenticator app on the page People; then sign out and in again, and set up another.",
      );
    if (!basis.signedInLately)
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
    enrolment: sealSecret(JSON.stringify({ secret, expiresAt, former: basis.former }), enrolmentOf(userId)),
    expires_at: isoOf(expiresAt),
  };
}

/** Binds a sealed enrolment to one person, and keeps it apart from their stored secret. */
export function enrolmentOf(userId: number): BoundTo {
  return `totp-enrolment:${userId}`;
}
