import type { Database } from "@/db/client";
import type { Clock } from "@/lib/clock";
import type { Factor } from "@/lib/contract/actions/decision";
import type { PasskeyAbout } from "@/lib/contract/people/passkeys";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { provePasskey } from "./passkey";
import { proveSecondFactor } from "./second-factor";

/**
 * Accepts a fresh second factor once: a code, or a passkey's signature over a challenge for this very thing. Call it outside any
 * transaction. @throws AppError step_up_failed, session_required (a passkey with a token) 403; rate_limited 429 (codes).
 */
export async function proveFactor(
  { tenantId, userId, sessionId }: Person,
  { factor, about }: { factor: Factor; about: PasskeyAbout },
  { clock, database }: { clock: Clock; database: Database },
): Promise<void> {
  if (factor.type === "totp")
    return proveSecondFactor({ tenantId, userId, code: factor.code, sessionId }, { clock, database });
  if (sessionId === undefined)
    throw new AppError(
      "session_required",
      "A passkey signs in a browser that is signed in, not with a token.",
    );
  return provePasskey({ tenantId, userId, sessionId, database }, about, factor.signature);
}
