"use client";
import type { ReactNode } from "react";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { TextAreaField, TextField } from "@/components/ui/forms/fields";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { FieldIssue } from "@/lib/core/errors";
import type { AnswerField } from "@/lib/view/questions/answer-form";
import { type Draft, chosenIn, typedIn } from "@/lib/view/questions/read-answer";
import { AnswerGroup } from "./answer-group";

interface AnswerInputProps {
  field: AnswerField;
  draft: Draft;
  /** Faults of the typed text. The server's refusals arrive under the fields' names. */
  issues: readonly FieldIssue[];
  readOnly: boolean;
  onType: (path: string, text: string) => void;
}

/** One part of an answer in the field that fits it. */
export function AnswerInput({ field, draft, issues, readOnly, onType }: AnswerInputProps) {
  const { path, kind, options, isNeeded } = field;
  if (kind === "group")
    return (
      <AnswerGroup field={field}>
        {field.fields.map((one) => (
          <AnswerInput key={one.path} field={one} {...{ draft, issues, readOnly, onType }} />
        ))}
      </AnswerGroup>
    );
  const issue = issues.find((one) => one.path === path);
  const error = issue ? `This ${issue.message}.` : null;
  const value = typedIn(field, draft);
  const text = {
    name: path,
    label: <Label field={field} />,
    hint: hintOf(field),
    error,
    value,
    readOnly,
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onType(path, event.target.value),
  };
  switch (kind) {
    case "choice":
    case "choices":
      return (
        <ChoiceField
          name={path}
          legend={text.label}
          hint={text.hint}
          error={error}
          multiple={kind === "choices"}
          options={[
            ...options.map((one) => ({
              value: one.value,
              label: <UntrustedText>{one.label}</UntrustedText>,
            })),
            ...(kind === "choice" && !isNeeded ? [{ value: "", label: "No answer" }] : []),
          ]}
          chosen={kind === "choices" ? chosenIn(field, draft) : [value]}
          readOnly={readOnly}
          onChange={(chosen) => onType(path, kind === "choices" ? JSON.stringify(chosen) : (chosen[0] ?? ""))}
        />
      );
    case "long_text":
      return <TextAreaField {...text} spellCheck rows={5} />;
    case "json":
      return <TextAreaField {...text} rows={7} />;
    case "integer":
    case "number":
      return (
        <TextField
          {...text}
          inputMode={kind === "integer" ? "numeric" : "decimal"}
          className="max-w-60 tabular-nums max-md:max-w-none"
        />
      );
    case "date":
      return <TextField {...text} type="date" className="max-w-60 max-md:max-w-none" />;
    case "text":
      return <TextField {...text} />;
  }
}

function Label({ field: { label, isNeeded, kind } }: { field: AnswerField }) {
  if (label === null)
    return kind === "choice" ? "Choose one" : kind === "choices" ? "Choose one or more" : "Answer";
  return (
    <>
      <UntrustedText>{label}</UntrustedText>
      {!isNeeded && <span className="font-normal text-ink-3"> (may be left empty)</span>}
    </>
  );
}

/** Undefined: there is nothing to say. */
function hintOf({ hint, range, kind }: AnswerField): ReactNode {
  const ours = kind === "json" ? "As JSON." : range;
  if (hint === null) return ours ?? undefined;
  return (
    <>
      <UntrustedText>{hint}</UntrustedText>
      {ours !== null && ` ${ours}`}
    </>
  );
}
