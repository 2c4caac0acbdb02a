"use client";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { TextAreaField, TextField } from "@/components/ui/forms/fields";
import { INTERACTION_TYPES, type InteractionType } from "@/lib/core/interaction/interaction";
import { messageVariables } from "@/lib/view/questions/ask-form";
import { TYPE_HINTS, TYPE_WORDS } from "@/lib/view/questions/question-words";
import { AskSection } from "./ask-section";
import type { AskPartProps } from "./ask-part";
import { issueAt } from "./issue-at";

/** The kind of the question, and its text with the values of its variables. */
export function AskMessage({ draft, issues, onChange }: AskPartProps) {
  return (
    <AskSection title="The question">
      <ChoiceField
        name="interaction_type"
        legend="Kind"
        error={null}
        multiple={false}
        options={INTERACTION_TYPES.map((type) => ({
          value: type,
          label: (
            <>
              {TYPE_WORDS[type]} <span className="font-normal text-ink-3">· {TYPE_HINTS[type]}</span>
            </>
          ),
        }))}
        chosen={[draft.type]}
        readOnly={false}
        onChange={([type]) => onChange({ type: type as InteractionType })}
      />
      <TextAreaField
        name="request_data.message"
        label="Words"
        hint="Shown as plain text. {{name}} takes a value that you enter below."
        rows={4}
        maxLength={4_000}
        error={issueAt(issues, "request_data.message")}
        value={draft.message}
        onChange={(event) => onChange({ message: event.target.value })}
      />
      {messageVariables(draft).map((name) => (
        <TextField
          key={name}
          label={`Value of {{${name}}}`}
          value={draft.values[name] ?? ""}
          onChange={(event) => onChange({ values: { ...draft.values, [name]: event.target.value } })}
        />
      ))}
    </AskSection>
  );
}
