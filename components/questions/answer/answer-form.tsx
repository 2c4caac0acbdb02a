"use client";
import { OnceReady } from "@/components/ui/forms/once-ready";
import type { Suggestion } from "@/lib/contract/interactions/suggestion";
import type { AnswerFormProps } from "./answer-form-props";
import { ApprovalForm } from "./approval-form";
import { SchemaForm } from "./schema-form";
import { SuggestedAnswer } from "./suggested-answer";

/** The form of one answer: two buttons for an approval, the fields of its schema for everything else. */
export function AnswerForm({ suggestion, ...props }: AnswerFormProps & { suggestion: Suggestion | null }) {
  const Form = props.question.interaction_type === "approval" ? ApprovalForm : SchemaForm;
  return (
    <OnceReady>
      {suggestion !== null && <SuggestedAnswer suggestion={suggestion} {...props} />}
      <Form {...props} />
    </OnceReady>
  );
}
