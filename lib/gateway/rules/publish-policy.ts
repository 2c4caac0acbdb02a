import { inTenant } from "@/db/client";
import { findLatestPolicy, publishPolicy as publish } from "@/db/queries/actions/policies";
import type { Policies } from "@/lib/contract/settings/rules";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { policyHash } from "@/lib/policy/engine";
import { validatePolicyText } from "@/lib/policy/parse-policy";
import { isPublished, sealPolicy } from "@/lib/policy/policy-seal";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readPolicies } from "./read-policies";

/**
 * Publishes a text as the tenant's next policy version, in force from the next question on. The step-up's subject is the
 * text's hash. @throws AppError not_allowed, session_required 403; nothing_to_do 409 for the text in force; changed 412 where
 *   somebody published since; validation_failed 422 naming each statement at fault; step_up_missing, step_up_invalid 428.
 */
export async function publishPolicy(
  admin: Person,
  { text, note, base_version }: { text: string; note: string; base_version: number },
  gateway: Gateway = getGateway(),
): Promise<Policies> {
  requireRole(admin, "admin");
  const issues = validatePolicyText(text);
  if (issues.length > 0)
    throw new AppError("validation_failed", "This text cannot be put in force; see errors.", { issues });
  const { tenantId, userId: actorUserId } = admin;
  const hash = policyHash(text);
  await inTenant(gateway.database, tenantId, async (tx) => {
    const current = await findLatestPolicy(tx, tenantId);
    if ((current?.version ?? 0) !== base_version) throw overtaken(current?.version ?? 0);
    // A version that was written past the app is in nobody's force: the same text is published over it.
    if (current?.hash === hash && isPublished({ tenantId, ...current }, current.seal))
      throw new AppError("nothing_to_do", "This text is in force already.");
    await spendStepUp(tx, admin, { purpose: "publish_policy", subject: hash });
    const version = base_version + 1;
    const seal = sealPolicy({ tenantId, version, hash });
    if (!(await publish(tx, { version, hash, text, note, seal, actorUserId }))) throw overtaken(version);
  });
  return readPolicies(admin, {}, gateway);
}

const overtaken = (version: number) =>
  new AppError("changed", `Version ${version} is in force by now: compare with it, and publish again.`);
