import type {
  ActionFacts,
  DecidingPerson,
  DecisionRequirements,
  Outgoing,
  OutgoingAnswer,
  PolicyAnswer,
  ProposeFacts,
} from "@/lib/core/access/policy";
import type { PolicyEngine } from "./engine";
import type { Decision } from "@/lib/core/action/proposed-action";

/** The gateway's questions to the policy, in the order of an action's path. None of them throws. */

/** May this agent propose the action? Asked before any read or write. */
export function askPropose(engine: PolicyEngine, proposal: ProposeFacts): PolicyAnswer {
  return engine.ask({ action: "propose", proposal });
}

/**
 * May a run of this agent's workflow send this request, or ask this model, and how many people must approve it first? Asked
 * right before it is sent.
 */
export function askOutgoing(engine: PolicyEngine, outgoing: Outgoing): OutgoingAnswer {
  const answer = engine.ask(outgoing);
  const may = (action: "go_unapproved" | "go_with_one_approval") =>
    engine.ask({ action, outgoing }).effect === "permit";
  return { ...answer, approvals: may("go_unapproved") ? 0 : may("go_with_one_approval") ? 1 : 2 };
}

/** How many people must approve, and must they step up? Asked after the tier is set. L5 always needs the step-up. */
export function askAfterTier(engine: PolicyEngine, facts: ActionFacts): DecisionRequirements {
  const alone = engine.ask({ action: "approve_alone", facts });
  const withoutStepUp = engine.ask({ action: "skip_step_up", facts });
  return {
    requiredApprovals: alone.effect === "permit" ? 1 : 2,
    requiresStepUp: facts.riskLevel >= 5 || withoutStepUp.effect === "deny",
    rule: alone.rule,
  };
}

/** May a standing authorisation approve the action without a person? */
export function askAutoApply(
  engine: PolicyEngine,
  { facts, standingAuthorisation }: { facts: ActionFacts; standingAuthorisation: boolean },
): PolicyAnswer {
  return engine.ask({ action: "auto_apply", facts, standingAuthorisation });
}

/** May this person decide the action? `decision` defaults to approve, which is the stricter of the two. */
export function askDecide(
  engine: PolicyEngine,
  {
    person,
    facts,
    decision = "approve",
  }: { person: DecidingPerson; facts: ActionFacts; decision?: Decision },
): PolicyAnswer {
  return engine.ask({ action: "decide", person, facts, decision });
}

/** May the action be sent? Asked right before sending, under the policy then in force. */
export function askPush(engine: PolicyEngine, { facts }: { facts: ActionFacts }): PolicyAnswer {
  return engine.ask({ action: "push", facts });
}
