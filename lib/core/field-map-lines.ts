import type { FieldMapIssue, ProposalPayload, RollLine } from "./field-map-payload";
import { fieldMapOf, isActionType } from "./field-map-table";
import { targetIdentity } from "./field-map-target";
import { canonicalText } from "./ledger/payload-hash";

/**
 * Rolls: one decision over many writes of one type. Each line is read, weighed, sent and proven as the write that it is;
 * these turn a roll into its lines. Line numbers count from 1, as people read them; 0 is a write without lines.
 */

/** Of a roll with more faults than anybody mends at once. */
export const LINE_ISSUES_MAX = 50;

export function isRoll(payload: Pick<ProposalPayload, "action_type">): boolean {
  return rollOf(payload) !== null;
}

function rollOf({ action_type }: Pick<ProposalPayload, "action_type">) {
  return isActionType(action_type) ? (fieldMapOf(action_type).lines ?? null) : null;
}

/** Every line as a proposal of its own, in order; empty for what is no roll. */
export function linePayloadsOf(payload: ProposalPayload): ProposalPayload[] {
  const roll = rollOf(payload);
  return roll ? (payload.lines ?? []).map((line) => asPayload(roll, line)) : [];
}

/** One line, counted from 1; 0 is the payload itself. Null: there is no such line. */
export function linePayloadOf(payload: ProposalPayload, lineNo: number): ProposalPayload | null {
  const roll = rollOf(payload);
  if (!roll) return lineNo === 0 ? payload : null;
  const line = payload.lines?.[lineNo - 1];
  return line ? asPayload(roll, line) : null;
}

function asPayload(
  { actionType, entityType }: { actionType: string; entityType: string },
  line: RollLine,
): ProposalPayload {
  return { action_type: actionType, entity_type: entityType, ...line };
}

/** The line as it is kept within its roll. */
export function asLine({ entity_ref, changes, context, record }: ProposalPayload): RollLine {
  return { entity_ref, changes, context, ...(record ? { record } : {}) };
}

/** Everything that would make a roll unsendable, each named by its line; at most 50. */
export function findRollIssues(
  payload: ProposalPayload,
  findIssues: (line: ProposalPayload) => FieldMapIssue[],
): FieldMapIssue[] {
  const roll = rollOf(payload)!;
  const own: FieldMapIssue[] = [];
  if (payload.changes.length > 0)
    own.push({ path: "changes", message: "must be empty: the changes of a roll stand in its lines" });
  const lines = linePayloadsOf(payload);
  if (lines.length === 0) own.push({ path: "lines", message: "must hold at least one line" });
  if (lines.length > roll.max) own.push({ path: "lines", message: `holds more than ${roll.max} lines` });
  if (own.length > 0) return own;
  const ofLines = lines.flatMap((line, index) => findIssues(line).map((issue) => atLine(index, issue)));
  return [...ofLines, ...findTwins(lines)].slice(0, LINE_ISSUES_MAX);
}

/** `lines[17].changes[0].to`, as the sender counts. */
export function atLine(index: number, issue: FieldMapIssue): FieldMapIssue {
  return { ...issue, path: `lines[${index}].${issue.path}` };
}

/** Two lines that write the same place would race each other to it. Asked again once the records are known. */
export function findTwins(lines: readonly ProposalPayload[]): FieldMapIssue[] {
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
