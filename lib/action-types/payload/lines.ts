import type { FieldIssue } from "@/lib/core/errors";
import { type ProposalPayload, atLine } from "@/lib/core/payload/payload";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { actionTypeOf } from "@/lib/action-types/registry";
import { lineAsPayload } from "@/lib/action-types/shared/roll";
import { targetIdentity } from "./target";

/**
 * The lines of an action: its writes in order, counted from 1. Each is read, weighed, sent and proven by itself. A roll
 * lists its lines; any other payload is its own only line.
 */

/** The most faults of one roll that are named. */
export const LINE_ISSUES_MAX = 50;

/** True if actions of this type list lines. False for an unknown type. */
export function isRoll(actionType: string): boolean {
  return actionTypeOf(actionType)?.lines !== undefined;
}

/** The number that names a line in keys, events and on pages. Null unless the action is a roll. */
export function listedLineNo(actionType: string, lineNo: number): number | null {
  return isRoll(actionType) ? lineNo : null;
}

/** The writes of a payload, in the order of their lines. */
export function writesOf(payload: ProposalPayload): ProposalPayload[] {
  const roll = actionTypeOf(payload.action_type)?.lines;
  return roll ? (payload.lines ?? []).map((line) => lineAsPayload(roll, line)) : [payload];
}

/** One of them, counted from 1. Null: there is no such line. */
export function linePayloadOf(payload: ProposalPayload, lineNo: number): ProposalPayload | null {
  return writesOf(payload)[lineNo - 1] ?? null;
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
