import type { FieldIssue } from "@/lib/core/errors";
import { findFormatFault } from "@/lib/core/payload/field-format";
import { FIELD_VALUE_LIMITS, isWritableDecimal, toCanonical } from "@/lib/core/payload/field-value";
import { type ProposalPayload, type ProposedChange, atLine } from "@/lib/core/payload/payload";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { findRangeFault } from "@/lib/action-types/shared/range";
import type { ActionTypeDefinition, Field } from "@/lib/action-types/shared/definition";
import { LINE_ISSUES_MAX, findTwins, writesOf } from "./lines";
import { findTargetIssues } from "./target";

/** Checks a proposal against the definition of its type. */

export const PAYLOAD_LIMITS = { changesMax: 20, actionKeyLengthMax: 100 };

/** Every reason why the payload could not be sent; empty when it can. Asked when proposing. */
export function findPayloadIssues(payload: ProposalPayload): FieldIssue[] {
  const definition = actionTypeOf(payload.action_type);
  if (!definition) return [{ path: "action_type", message: "is not a known action type" }];
  const ofContent = definition.lines
    ? findRollIssues(payload, definition.lines.max)
    : [
        ...(payload.lines === undefined
          ? []
          : [{ path: "lines", message: `are for rolls; ${definition.type} has none` }]),
        ...findChangeIssues(definition, payload.changes),
        ...findTargetIssues(definition, payload),
      ];
  return definition.entityTypes.includes(payload.entity_type)
    ? ofContent
    : [...ofContent, { path: "entity_type", message: `must be ${definition.entityTypes.join(" or ")}` }];
}

/** Everything that would make a roll unsendable, each named by its line; at most 50. */
function findRollIssues(payload: ProposalPayload, linesMax: number): FieldIssue[] {
  const own: FieldIssue[] = [];
  if (payload.changes.length > 0)
    own.push({ path: "changes", message: "must be empty: the changes of a roll stand in its lines" });
  const lines = writesOf(payload);
  if (lines.length === 0) own.push({ path: "lines", message: "must hold at least one line" });
  if (lines.length > linesMax) own.push({ path: "lines", message: `holds more than ${linesMax} lines` });
  if (own.length > 0) return own;
  const ofLines = lines.flatMap((line, index) =>
    findPayloadIssues(line).map((issue) => atLine(index, issue)),
  );
  return [...ofLines, ...findTwins(lines)].slice(0, LINE_ISSUES_MAX);
}

function findChangeIssues(
  definition: ActionTypeDefinition,
  changes: readonly ProposedChange[],
): FieldIssue[] {
  const whole = withImpliedChanges(definition, changes);
  if (whole.length === 0) return [{ path: "changes", message: "must hold at least one change" }];
  if (changes.length > PAYLOAD_LIMITS.changesMax)
    return [{ path: "changes", message: "holds too many changes" }];
  const issues = findEach(definition, changes);
  // An unknown field is said first: it may be a misspelling of a missing one.
  if (issues.length > 0) return issues;
  const { type, fields, anyField } = definition;
  const changed = whole.map((change) => fieldOf(type, change.field)?.field);
  return fields
    .filter(
      ({ field, required }, index) => ((index === 0 && !anyField) || required) && !changed.includes(field),
    )
    .map(({ field }) => ({ path: "changes", message: `must change ${field}` }));
}

function findEach(definition: ActionTypeDefinition, changes: readonly ProposedChange[]): FieldIssue[] {
  const names = new Set<string>();
  return changes.flatMap((change, index) => {
    const path = `changes[${index}]`;
    const field = fieldOf(definition.type, change.field);
    if (!field) return [{ path: `${path}.field`, message: `is no field of ${definition.type}` }];
    if (names.has(field.field)) return [{ path: `${path}.field`, message: "is changed twice" }];
    names.add(field.field);
    return findValueIssues(definition, field, change, path);
  });
}

function findValueIssues(
  { type, onlyTo, implied }: ActionTypeDefinition,
  field: Field,
  change: ProposedChange,
  path: string,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const to = toCanonical(field.kind, change.to);
  if (to === undefined || to === null || to === "")
    issues.push({ path: `${path}.to`, message: `must be ${field.kind}` });
  else if (field.kind !== "text" && !isWritableDecimal(to)) {
    const { integerDigitsMax, decimalPlacesMax } = FIELD_VALUE_LIMITS;
    const message = `must have at most ${integerDigitsMax} digits before the point and ${decimalPlacesMax} after it`;
    issues.push({ path: `${path}.to`, message });
  }
  if (change.from !== undefined && toCanonical(field.kind, change.from) === undefined) {
    issues.push({ path: `${path}.from`, message: `must be ${field.kind} or null` });
  }
  const only = implied?.find((one) => one.field === field.field)?.to ?? onlyTo;
  if (only !== undefined && to !== undefined && to !== only) {
    issues.push({ path: `${path}.to`, message: `must be ${only} for ${type}` });
  }
  const isDecimal = to !== undefined && to !== null && field.kind !== "text" && isWritableDecimal(to);
  const outside = isDecimal && field.range ? findRangeFault(field.range, to) : null;
  if (outside) issues.push({ path: `${path}.to`, message: outside });
  const fault = field.format && to ? findFormatFault(field.format, to) : null;
  if (fault !== null) issues.push({ path: `${path}.to`, message: fault });
  return issues;
}

/** The changes with those that the action type implies; done once, before the payload is stored. */
export function withImpliedChanges(
  definition: ActionTypeDefinition,
  changes: readonly ProposedChange[],
): ProposedChange[] {
  return [...changes, ...missingImplied(definition, changes)];
}

export function missingImplied(
  { type, implied = [] }: ActionTypeDefinition,
  changes: readonly ProposedChange[],
): ProposedChange[] {
  const proposed = changes.map((change) => fieldOf(type, change.field)?.field);
  return implied.filter(({ field }) => !proposed.includes(field));
}
