import type {
  ActionFacts,
  DecidingPerson,
  DecisionRequirements,
  PolicyAnswer,
  ProposeFacts,
} from "@/lib/core/access/policy";
import type { PolicyEngine } from "./engine";

/** The questions as the gateway asks them, each at its place on an action's path. None of them throws. */

/** May this agent propose it? Asked before anything is read or written. */
export function askPropose(engine: PolicyEngine, proposal: ProposeFacts): PolicyAnswer {
  return engine.ask({ action: "propose", proposal });
}

/** How many must approve, and must they step up? Asked once the tier is set. L5 steps up whatever the policy says. */
export function askAfterTier(engine: PolicyEngine, facts: ActionFacts): DecisionRequirements {
  const alone = engine.ask({ action: "approve_alone", facts });
  const withoutStepUp = engine.ask({ action: "skip_step_up", facts });
  return {
    requiredApprovals: alone.effect === "permit" ? 1 : 2,
    requiresStepUp: facts.riskLevel >= 5 || withoutStepUp.effect === "deny",
    rule: alone.rule,
  };
}

/** May it be applied without a person? */
export function askAutoApply(
  engine: PolicyEngine,
  { facts, standingAuthorisation }: { facts: ActionFacts; standingAuthorisation: boolean },
): PolicyAnswer {
  return engine.ask({ action: "auto_apply", facts, standingAuthorisation });
}

/** May this person decide it? `decision` defaults to approve, the stricter of the two. */
export function askDecide(
  engine: PolicyEngine,
  {
    person,
    facts,
    decision = "approve",
  }: { person: DecidingPerson; facts: ActionFacts; decision?: "approve" | "reject" },
): PolicyAnswer {
  return engine.ask({ action: "decide", person, facts, decision });
}

/** May it be sent? Asked again right before sending, under the policy then in force. */
export function askPush(engine: PolicyEngine, { facts }: { facts: ActionFacts }): PolicyAnswer {
  return engine.ask({ action: "push", facts });
}
