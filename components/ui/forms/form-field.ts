"use client";
import { createContext, useContext } from "react";
import type { Submission } from "./use-submission";

/** The submission of the form around a field. Apart from useSubmission: the sign-in page has fields and no submission. */
export const FormSubmission = createContext<Submission | null>(null);

/** A field named in the form shows the refusal that names it, and waits while the form is sent. */
export function useFormField(field: {
  name?: string | undefined;
  error?: string | null | undefined;
  disabled?: boolean | undefined;
}): { error: string | null; disabled: boolean | undefined } {
  const submission = useContext(FormSubmission);
  const refusal = field.name && submission ? submission.errorOf(field.name) : null;
  return { error: field.error ?? refusal, disabled: field.disabled ?? submission?.sending };
}
