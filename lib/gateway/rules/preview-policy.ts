import { setImmediate } from "node:timers/promises";
import { inTenant } from "@/db/client";
import { type JudgedAction, listJudgedActions } from "@/db/queries/actions/policies";
import { countApprovers } from "@/db/queries/people/people";
import type { PolicyDifference, PolicyPreview } from "@/lib/contract/settings/rules";
import { type PolicyAnswer, policyFactsOf } from "@/lib/core/access/policy";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type ProposalPayload, changedFieldsOf } from "@/lib/core/payload/payload";
import {
  activePolicyIn,
  askAfterTier,
  askAutoApply,
  askDecide,
  askPropose,
  askPush,
} from "@/lib/policy/active-policy";
import { type PolicyEngine, createPolicyEngine, policyHash } from "@/lib/policy/engine";
import { validatePolicyText } from "@/lib/policy/parse-policy";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const DAYS = 30;
const ACTIONS_MAX = 1_000;
const DIFFERENCES_MAX = 100;
/** Other requests of this process get their turn after so many. */
const ACTIONS_PER_TURN = 25;

/**
 * The faults of a policy text, and which decisions of the last 30 days it would have answered otherwise than the policy in
 * force, with the people and roles as they are now. Nothing is written. @throws AppError not_allowed 403.
 */
export async function previewPolicy(
  admin: Person,
  { text }: { text: string },
  gateway: Gateway = getGateway(),
): Promise<PolicyPreview> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const issues = validatePolicyText(text);
  const nothing = { looked_at: 0, complete: true, differing: 0, differences: [] };
  if (issues.length > 0) return { issues, ...nothing };
  const { current, actions, approverCount } = await inTenant(gateway.database, tenantId, async (tx) => ({
    current: await activePolicyIn(tx, tenantId),
    actions: await listJudgedActions(tx, tenantId, DAYS, ACTIONS_MAX + 1),
    approverCount: await countApprovers(tx, tenantId),
  }));
  const next = createPolicyEngine({ version: current.version + 1, hash: policyHash(text), text });
  const found: PolicyDifference[] = [];
  for (const [index, action] of actions.slice(0, ACTIONS_MAX).entries()) {
    if (index % ACTIONS_PER_TURN === 0) await setImmediate();
    const [inForce, withText] = [current, next].map((engine) =>
      answersOf(engine, tenantId, action, approverCount),
    );
    for (const question of Object.keys(inForce!) as PolicyDifference["question"][]) {
      const [a, b] = [inForce![question]!, withText![question]!];
      if (a.compared === b.compared) continue;
      const { id: action_id, actionType: action_type, entityRef: entity_ref } = action;
      found.push({ action_id, action_type, entity_ref, question, in_force: a.words, with_text: b.words });
    }
  }
  return {
    issues,
    looked_at: Math.min(actions.length, ACTIONS_MAX),
    complete: actions.length <= ACTIONS_MAX,
    differing: new Set(found.map((difference) => difference.action_id)).size,
    differences: found.slice(0, DIFFERENCES_MAX),
  };
}

interface Answer {
  /** Equal for answers with the same effect, whatever rule gave them. */
  compared: string;
  words: string;
}

/** The questions that this action's path asked, as one policy answers them. */
function answersOf(
  engine: PolicyEngine,
  tenantId: number,
  action: JudgedAction,
  approverCount: number,
): Partial<Record<PolicyDifference["question"], Answer>> {
  const { agentName, actionType, entityType, entityRef, decision, decidedByKind, role } = action;
  const facts = policyFactsOf(action, { tenantId, agentName, approverCount });
  const fields = changedFieldsOf(JSON.parse(action.payloadText) as ProposalPayload);
  const needs = askAfterTier(engine, { ...facts, requiredApprovals: 1 });
  const asked = `${needs.requiredApprovals === 1 ? "one approval" : "two approvals"}${needs.requiresStepUp ? ", with a step-up" : ""}`;
  return {
    propose: effectOf(askPropose(engine, { tenantId, agentName, actionType, entityType, entityRef, fields })),
    requirements: { compared: asked, words: `${asked} (${needs.rule})` },
    ...(decidedByKind === "person" &&
      decision !== null && {
        decide: effectOf(
          askDecide(engine, {
            person: { userId: action.decidedByUserId!, tenantId, role: role ?? "viewer" },
            decision,
            facts,
          }),
        ),
      }),
    ...(decidedByKind === "policy" && {
      auto_apply: effectOf(askAutoApply(engine, { facts, standingAuthorisation: true })),
    }),
    ...(decision === "approve" && { push: effectOf(askPush(engine, { facts })) }),
  };
}

function effectOf({ effect, rule }: PolicyAnswer): Answer {
  return { compared: effect, words: `${effect === "permit" ? "permitted" : "denied"} by ${rule}` };
}
