import type { TenantTransaction } from "@/db/client";
import { spendStepUp as spend } from "@/db/queries/people/step-up";
import { stepUpTokenForms } from "@/lib/auth/session/tokens";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import type { Step } from "@/lib/core/access/step-up";

/**
 * Spends the step-up token of this request for one step, in the step's own transaction: a step that fails spends nothing.
 * @throws AppError session_required 403 for a request with a personal token; step_up_missing, step_up_invalid 428 with the
 *   purpose and the subject that a token is needed for.
 */
export async function spendStepUp(tx: TenantTransaction, person: Person, step: Step): Promise<void> {
  const { tenantId, userId } = person;
  const sessionId = requireSession(person);
  if (person.stepUp === undefined) {
    const message =
      "This needs a fresh code of your authenticator app: POST /api/step-up mints an X-Step-Up.";
    throw new AppError("step_up_missing", message, { members: { ...step } });
  }
  const use = { tenantId, userId, sessionId, ...step };
  if (await spend(tx, { ...use, forms: stepUpTokenForms(person.stepUp, use) })) return;
  const message = "This step-up token was used, has run out, or is for something else: enter a new code.";
  throw new AppError("step_up_invalid", message, { members: { ...step } });
}

/** The browser session of this request. @throws AppError session_required 403. */
export function requireSession({ via, sessionId }: Person): number {
  if (via === "session" && sessionId !== undefined) return sessionId;
  throw new AppError(
    "session_required",
    "A personal token cannot do this: sign in with a browser and enter a code of your authenticator app.",
  );
}
