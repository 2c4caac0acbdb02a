"use client";
import { OnceReady } from "@/components/ui/forms/once-ready";
import type { AnswerFormProps } from "./answer-form-props";
import { ApprovalForm } from "./approval-form";
import { SchemaForm } from "./schema-form";

/** The form of one answer: two buttons for an approval, the fields of its schema for everything else. */
export function AnswerForm(props: AnswerFormProps) {
  const Form = props.question.interaction_type === "approval" ? ApprovalForm : SchemaForm;
  return (
    <OnceReady>
      <Form {...props} />
    </OnceReady>
  );
}
