import type { ActionDetail } from "@/lib/contract/actions/action-view";

/** The values of an edit as they are typed, and the edit that they make. */
export interface EditDraft {
  /** In the order of the action's variable changes. */
  values: readonly string[];
  /** In the order of its variable texts. */
  texts: readonly string[];
}

export type EditKeystroke = { part: "values" | "texts"; index: number; text: string };

export const draftOf = ({ changes, texts }: ActionDetail["variable"]): EditDraft => ({
  values: changes.map(({ to }) => to ?? ""),
  texts: texts.map(({ value }) => value ?? ""),
});

export const reduceDraft = (draft: EditDraft, { part, index, text }: EditKeystroke): EditDraft => ({
  ...draft,
  [part]: draft[part].with(index, text),
});

export interface DraftedEdit {
  changes: { field: string; to: string }[];
  context: Record<string, string | null>;
}

/** Only the values that differ from those of the proposal; null: none does. */
export function editOf({ changes, texts }: ActionDetail["variable"], draft: EditDraft): DraftedEdit | null {
  const edit: DraftedEdit = {
    changes: changes.flatMap(({ field, to }, index) => {
      const value = draft.values[index]!;
      return value === (to ?? "") ? [] : [{ field, to: value.trim() }];
    }),
    context: Object.fromEntries(
      texts.flatMap(({ key, value }, index) => {
        const text = draft.texts[index]!;
        return text === (value ?? "") ? [] : [[key, text.trim() || null]];
      }),
    ),
  };
  return edit.changes.length > 0 || Object.keys(edit.context).length > 0 ? edit : null;
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** True where a figure is not written as one yet: the server would only say so too. An empty one may come to be. */
export function isMistyped(
  kind: ActionDetail["variable"]["changes"][number]["kind"],
  value: string,
): boolean {
  return kind !== "text" && value.trim() !== "" && !decimal.test(value.trim());
}

/** True where every figure of the draft is written out, so that the server can say its consequences. */
export function isWritten({ changes }: ActionDetail["variable"], { values }: EditDraft): boolean {
  return changes.every(({ kind }, index) => {
    const value = values[index]!;
    return kind === "text" || (value.trim() !== "" && !isMistyped(kind, value));
  });
}
