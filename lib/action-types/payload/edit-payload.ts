import type { FieldIssue } from "@/lib/core/errors";
import { sameFieldValue } from "@/lib/core/payload/field-value";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { variablePartsOf } from "./variable-parts";

export interface PayloadEdit {
  changes: readonly { field: string; to: string | number }[];
  /** Null removes the text. */
  context: Readonly<Record<string, string | null>>;
}

export type EditedPayload =
  | {
      kind: "edited";
      changes: ProposalPayload["changes"];
      context: ProposalPayload["context"];
      pathOf: PathOf;
    }
  | { kind: "refused"; issues: FieldIssue[] };

/** Leads a complaint about the merged payload back to its place in the editor's input. */
export type PathOf = (path: string) => string;

/** The payload with the editor's values in it, or their faults: parts that do not vary, or no change at all. */
export function editPayload(payload: ProposalPayload, edit: PayloadEdit): EditedPayload {
  const { action_type } = payload;
  if (!actionTypeOf(action_type)) return refuse("changes", "this version does not know the action type");
  const variable = variablePartsOf(payload);
  const issues: FieldIssue[] = [];
  const sentAt = new Map<string, number>();
  edit.changes.forEach(({ field }, index) => {
    const name = fieldOf(action_type, field)?.field ?? field;
    const path = `changes[${index}].field`;
    if (sentAt.has(name)) issues.push({ path, message: "is changed twice" });
    else if (!variable.changes.some((change) => change.field === name))
      issues.push({
        path,
        message: `cannot be varied; ${listed(variable.changes.map((change) => change.field))}`,
      });
    sentAt.set(name, index);
  });
  const keys = variable.texts.map(({ key }) => key);
  for (const key of Object.keys(edit.context)) {
    if (!keys.includes(key))
      issues.push({ path: `context.${key}`, message: `cannot be varied; ${listed(keys)}` });
  }
  if (issues.length > 0) return { kind: "refused", issues };

  const changes = payload.changes.map((change) => {
    const index = sentAt.get(change.field);
    return index === undefined ? change : { ...change, to: edit.changes[index]!.to };
  });
  const context = { ...payload.context };
  for (const [key, value] of Object.entries(edit.context)) {
    if (value === null || value.trim() === "") delete context[key];
    else context[key] = value.trim();
  }
  const same =
    changes.every(({ field, to }, index) =>
      sameFieldValue(fieldOf(action_type, field)?.kind ?? "text", payload.changes[index]!.to, to),
    ) && keys.every((key) => (context[key] ?? null) === (payload.context[key] ?? null));
  if (same) {
    const path = edit.changes.length > 0 ? "changes[0].to" : (Object.keys(edit.context)[0] ?? "changes");
    return refuse(path, "changes nothing: these are the values it has");
  }
  return { kind: "edited", changes, context, pathOf: pathsOf(changes, sentAt) };
}

function pathsOf(changes: ProposalPayload["changes"], sentAt: ReadonlyMap<string, number>): PathOf {
  return (path) =>
    path.replace(/^changes\[(\d+)\]/, (whole, at: string) => {
      const index = sentAt.get(changes[Number(at)]?.field ?? "");
      return index === undefined ? whole : `changes[${index}]`;
    });
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing here can" : `only ${names.join(", ")} can`;
}

function refuse(path: string, message: string): EditedPayload {
  return { kind: "refused", issues: [{ path, message }] };
}
