import type { FieldIssue } from "@/lib/core/errors";
import { type ProposalPayload, atLine } from "@/lib/core/payload/payload";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { actionTypeOf } from "@/lib/action-types/registry";
import { lineAsPayload } from "@/lib/action-types/shared/roll";
import { targetIdentity } from "./target";

/**
 * The lines of a roll: one decision over many writes of one type. Each line is read, weighed, sent and proven as the
 * write that it is. Line numbers count from 1, as people read them; 0 is a write without lines.
 */

/** Of a roll with more faults than anybody mends at once. */
export const LINE_ISSUES_MAX = 50;

export function isRoll({ action_type }: Pick<ProposalPayload, "action_type">): boolean {
  return actionTypeOf(action_type)?.lines !== undefined;
}

/** Every line as a proposal of its own, in order; empty for what is no roll. */
export function linePayloadsOf(payload: ProposalPayload): ProposalPayload[] {
  const roll = actionTypeOf(payload.action_type)?.lines;
  return roll ? (payload.lines ?? []).map((line) => lineAsPayload(roll, line)) : [];
}

/** One line, counted from 1; 0 is the payload itself. Null: there is no such line. */
export function linePayloadOf(payload: ProposalPayload, lineNo: number): ProposalPayload | null {
  if (!isRoll(payload)) return lineNo === 0 ? payload : null;
  return linePayloadsOf(payload)[lineNo - 1] ?? null;
}

/** The writes of a proposal: itself, or each of its lines. */
export function writesOf(payload: ProposalPayload): ProposalPayload[] {
  return isRoll(payload) ? linePayloadsOf(payload) : [payload];
}

/** Two lines that write the same place would race each other to it. Asked again once the records are known. */
export function findTwins(lines: readonly ProposalPayload[]): FieldIssue[] {
  const first = new Map<string, number>();
  return lines.flatMap((line, index) => {
    const target = canonicalText(targetIdentity(line));
    const earlier = first.get(target);
    if (earlier !== undefined)
      return [atLine(index, { path: "entity_ref", message: `writes the same place as lines[${earlier}]` })];
    first.set(target, index);
    return [];
  });
}
