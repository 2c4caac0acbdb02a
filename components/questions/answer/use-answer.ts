"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type Submission, useSubmission } from "@/components/ui/forms/use-submission";
import { useFocusKept } from "@/components/ui/forms/use-focus-kept";
import { act } from "@/lib/operations/act";
import type { JsonValue } from "@/lib/view/questions/answer-form";
import { leavesOf } from "@/lib/view/questions/read-answer";
import type { AnswerFormProps } from "./answer-form-props";

interface Answering {
  submission: Submission;
  element: RefObject<HTMLFormElement | null>;
  /** Sends once; after a refusal the first field at fault has the focus. */
  give: (response: JsonValue) => Promise<void>;
  /** Nothing was sent: the first field at fault has the focus. */
  refuse: () => void;
}

type Parts = Pick<AnswerFormProps, "question" | "form" | "way" | "onAnswered" | "onRefused">;

export function useAnswer({ question, form, way, onAnswered, onRefused }: Parts): Answering {
  const submission = useSubmission();
  const keepFocus = useFocusKept(submission.sending);
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>("[aria-invalid], [data-invalid]")?.focus();
  }, [refusals]);
  const refuse = () => setRefusals((count) => count + 1);
  const give = async (response: JsonValue) => {
    keepFocus();
    const said = { id: question.id, response };
    const result = await submission.send(
      () => (way === "answer" ? act("answer", said) : act("correctAnswer", said)),
      fieldsOf(form),
    );
    if (result) return onAnswered(result);
    refuse();
    onRefused();
  };
  return { submission, element, give, refuse };
}

/** Every field by name, also those without a value: the browser leaves out what is not chosen. */
function fieldsOf(form: AnswerFormProps["form"]): FormData {
  const fields = new FormData();
  for (const { path } of leavesOf(form)) fields.append(path, "");
  return fields;
}
