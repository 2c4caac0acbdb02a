import { z } from "zod";
import { inTenant } from "@/db/client";
import { findTotpFactor, setSecondFactor } from "@/db/queries/people/accounts";
import { sealProof } from "@/lib/auth/session/proof-seal";
import { proveSession } from "@/db/queries/people/identity";
import { markFirstApp } from "@/db/queries/people/new-credentials";
import { proveSecondFactor } from "@/lib/auth/second-factor/second-factor";
import { openSecret } from "@/lib/secrets/secret-box";
import { matchTotpStep, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import type { Account } from "@/lib/contract/people/account";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";
import { enrolmentOf } from "./begin-second-factor";
import { readAccount } from "./read-account";

const sealedSchema = z.object({ secret: z.string(), expiresAt: z.number(), former: z.number() });

/**
 * Activates the new authenticator app after a correct code. Replacing an app requires a code of the current one too.
 * The confirming code is spent.
 * @throws AppError validation_failed 422 (enrolment or code), step_up_failed 403 (the current app's code), expired 410,
 *   rate_limited 429, changed 412 where their credentials are not as they were at the beginning.
 */
export async function confirmSecondFactor(
  person: Person,
  { enrolment, code, currentCode }: { enrolment: string; code: string; currentCode: string | undefined },
  gateway: Gateway = getGateway(),
): Promise<Account> {
  const { tenantId, userId } = person;
  const { secret, expiresAt, former } = openEnrolment(userId, enrolment);
  const now = gateway.clock.now();
  if (expiresAt < now.getTime())
    throw new AppError("expired", "Setting up took longer than ten minutes. Begin again with a new secret.");
  const step = matchTotpStep({ secret, code, at: now });
  if (step === null) {
    throw new AppError(
      "validation_failed",
      "The new app shows another code. Look at it again, and at your phone's clock.",
      { issues: [{ path: "code", message: "is not what the new app shows now" }] },
    );
  }
  const current = await inTenant(gateway.database, tenantId, (tx) =>
    findTotpFactor(tx, { tenantId, userId }),
  );
  if (current) {
    if (currentCode === undefined) {
      throw new AppError("validation_failed", "Send a code of the current app too.", {
        issues: [{ path: "current_code", message: "is needed to replace the current app" }],
      });
    }
    // Proven last, so that a typing mistake in the new code does not spend a code of the current app.
    await proveSecondFactor(
      { tenantId, userId, code: currentCode, sessionId: person.sessionId },
      { clock: gateway.clock, database: gateway.database },
    );
  }
  await inTenant(gateway.database, tenantId, async (tx) => {
    const sealed = sealTotpSecret(userId, secret);
    const replaces = current?.sealedSecret ?? null;
    if (!(await setSecondFactor(tx, userId, { sealed, step, replaces, former })))
      throw new AppError(
        "changed",
        "Your password or authenticator app was changed in the meantime. Look at it and begin again.",
      );
    if (!current) await markFirstApp(tx, tenantId, userId);
    await appendOwnEvent(tx, person, "person.second_factor_set", { replaced: current !== null });
  });
  const { sessionId } = person;
  if (sessionId !== undefined)
    await proveSession(gateway.database.sql, { sessionId, userId }, sealProof({ sessionId, userId }));
  return readAccount(person, gateway);
}

function openEnrolment(userId: number, enrolment: string): z.infer<typeof sealedSchema> {
  try {
    return sealedSchema.parse(JSON.parse(openSecret(enrolment, enrolmentOf(userId))));
  } catch {
    throw new AppError(
      "validation_failed",
      "This enrolment is not valid for you. Begin again with a new secret.",
      { issues: [{ path: "enrolment", message: "is not the one that the first step returned" }] },
    );
  }
}
