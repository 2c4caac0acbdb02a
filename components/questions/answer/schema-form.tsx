"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { readAnswer } from "@/lib/view/questions/read-answer";
import type { AnswerFormProps } from "./answer-form-props";
import { AnswerInput } from "./answer-input";
import { FormEnd } from "./form-end";
import { useAnswer } from "./use-answer";
import { useLeave } from "./use-leave";

/** The fields of the answer's schema, and one button. */
export function SchemaForm(props: AnswerFormProps) {
  const { form, way, draft, onDraft, ended, onLeave } = props;
  const { submission, element, give, refuse } = useAnswer(props);
  useLeave(submission.sending ? null : onLeave);
  const [tried, setTried] = useState(false);
  const { value, issues } = readAnswer(form, draft);
  const send = () => {
    if (ended !== null) return;
    setTried(true);
    if (issues.length > 0 || value === undefined) return refuse();
    void give(value);
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label="Your answer"
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormSubmission value={submission}>
        <AnswerInput
          field={form}
          draft={draft}
          issues={tried ? issues : []}
          readOnly={ended !== null}
          onType={(path, text) => onDraft({ ...draft, [path]: text })}
        />
      </FormSubmission>
      <div className="flex flex-wrap gap-2 max-md:[&>*]:flex-1">
        <Button
          type="submit"
          tone="solid"
          aria-disabled={ended !== null || submission.sending || undefined}
          className="min-w-36"
        >
          {submission.sending ? "Sending…" : way === "answer" ? "Send the answer" : "Correct the answer"}
        </Button>
        {onLeave && (
          <Button onClick={onLeave} disabled={submission.sending}>
            Leave it as it was
          </Button>
        )}
      </div>
      <FormEnd ended={ended} failure={submission.failure} />
    </form>
  );
}
