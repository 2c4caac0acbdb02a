"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { FormSubmission } from "@/components/ui/forms/form-field";
import { useFocusKept } from "@/components/ui/forms/use-focus-kept";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import type { Responders } from "@/lib/contract/interactions/interactions";
import type { FieldIssue } from "@/lib/core/errors";
import { act } from "@/lib/operations/act";
import { type AskDraft, FIRST_DRAFT, questionOf } from "@/lib/view/questions/ask-form";
import { questionHref } from "@/lib/view/questions/question-href";
import { OnceReady } from "@/components/ui/forms/once-ready";
import { useKeptQuestion } from "@/components/questions/queries";
import { AskAnswer } from "./ask-answer";
import { AskMessage } from "./ask-message";
import { AskPreview } from "./ask-preview";
import { AskResponders } from "./ask-responders";
import { AskTiming } from "./ask-timing";
import { newKey } from "./new-key";

/** The parts of a question one after the other, and one button. */
export function AskForm({ people }: { people: Responders["people"] }) {
  const router = useRouter();
  const keep = useKeptQuestion();
  const [draft, setDraft] = useState<AskDraft>(FIRST_DRAFT);
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  // Sent again after a lost answer it asks no second question.
  const [key, setKey] = useState(newKey);
  const submission = useSubmission();
  const keepFocus = useFocusKept(submission.sending);
  const change = (more: Partial<AskDraft>) => {
    setDraft({ ...draft, ...more });
    setIssues([]);
    setKey(newKey());
  };
  const send = async (form: HTMLFormElement) => {
    const { value, issues: faults } = questionOf(draft);
    setIssues(faults ?? []);
    if (!value) return;
    keepFocus();
    const asked = await submission.send(
      () => act("ask", { ...value, idempotency_key: key }),
      new FormData(form),
    );
    if (!asked) return;
    keep(asked);
    announce(`Question ${asked.id} is asked.`);
    router.push(questionHref(asked.id));
  };
  const part = { draft, issues, onChange: change };
  return (
    <OnceReady>
      <form
        noValidate
        aria-label="A new question"
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <FormSubmission value={submission}>
          <AskMessage {...part} />
          <AskAnswer {...part} />
          <AskPreview draft={draft} />
          <AskResponders {...part} people={people} />
          <AskTiming {...part} />
        </FormSubmission>
        <div className="grid gap-3">
          <Button
            type="submit"
            tone="solid"
            aria-disabled={submission.sending || undefined}
            className="w-fit min-w-36 max-md:w-full"
          >
            {submission.sending ? "Asking…" : "Ask"}
          </Button>
          {submission.failure && <Failure title="Nothing was asked" text={submission.failure} />}
        </div>
      </form>
    </OnceReady>
  );
}
