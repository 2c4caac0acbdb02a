import { canonicalText } from "@/lib/core/ledger/payload-hash";
import type { EventBody } from "./event-body";
import type { ActionEvidence } from "./evidence";
import { type FaultList, printable } from "./fault";

const isRaise = ({ type }: EventBody): boolean => type === "hitl.tier_raised";

/** The state after a raise of the tier; empty for any other event. Approvals before a raise count no longer. */
export const raiseOf = (event: EventBody): Readonly<Record<string, unknown>> =>
  isRaise(event)
    ? {
        required_approvals: event.details.required_approvals,
        requires_step_up: event.details.requires_step_up,
        approvers: [],
      }
    : {};

/** The events since the tier was last raised, or all of them. */
export const sinceRaise = (bodies: readonly EventBody[]): readonly EventBody[] =>
  bodies.slice(bodies.findLastIndex(isRaise) + 1);

/** The tier against the event that set it last: the proposal, or a raise, each of which leads upward. */
export function compareTier(bodies: readonly EventBody[], evidence: ActionEvidence, list: FaultList): void {
  const tier = JSON.parse(evidence.tier) as Record<string, unknown>;
  const [proposal, ...raises] = [bodies[0]!, ...bodies.filter(isRaise)];
  let before = proposal;
  for (const raise of raises) {
    const { risk_level: next, previous_risk_level: previous } = raise.details;
    if (previous !== before.details.risk_level || Number(next) <= Number(previous))
      list.add(
        "unlawful_event",
        `No tier is raised from ${printable(previous)} to ${printable(next)}.`,
        raise.seq,
      );
    before = raise;
  }
  const { risk_level, risk_rule, weighed } = before.details;
  const raised_from = raises[0]?.details.previous_risk_level ?? null;
  const expected: Record<string, unknown> = { risk_level, risk_rule, weighed, raised_from };
  for (const [field, said] of Object.entries(expected)) {
    if (said === undefined || canonicalText(tier[field] ?? null) === canonicalText(said ?? null)) continue;
    const words = `${field} is ${printable(tier[field])}; the event that set the tier says ${printable(said)}.`;
    list.add("risk_differs", words, before.seq);
  }
}
