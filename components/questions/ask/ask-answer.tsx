"use client";
import { TextAreaField } from "@/components/ui/forms/fields";
import { whyNoJson } from "@/lib/view/questions/ask-form";
import { AskSection } from "./ask-section";
import type { AskPartProps } from "./ask-part";
import { CheckField } from "./check-field";
import { issueAt } from "./issue-at";

/** The form of an answer: options of a selection, the schema of an input; an approval needs neither. */
export function AskAnswer({ draft, issues, onChange }: AskPartProps) {
  switch (draft.type) {
    case "approval":
      return null;
    case "selection":
      return (
        <AskSection title="The answer">
          <TextAreaField
            name="request_data.options"
            label="Options"
            hint="One a line, at most 100."
            rows={5}
            spellCheck={false}
            error={issueAt(issues, "request_data.options")}
            value={draft.options}
            onChange={(event) => onChange({ options: event.target.value })}
          />
          <CheckField checked={draft.multiple} onChange={(multiple) => onChange({ multiple })}>
            Several of them may be chosen
          </CheckField>
        </AskSection>
      );
    case "input":
    case "review":
      return (
        <AskSection title="The answer">
          <TextAreaField
            name="request_data.schema"
            label="Form, as JSON Schema"
            hint={
              draft.type === "review"
                ? "Left empty, a review has a verdict and a comment."
                : "Texts, numbers, yes or no, choices, dates and groups of them have fields of their own."
            }
            rows={12}
            spellCheck={false}
            className="rounded-lg border border-line-strong bg-bg px-3 py-2 font-mono text-xs leading-5 aria-invalid:border-bad max-md:text-[16px]"
            error={whyNoJson(draft.schema) ?? issueAt(issues, "request_data.schema")}
            value={draft.schema}
            onChange={(event) => onChange({ schema: event.target.value })}
          />
        </AskSection>
      );
  }
}
