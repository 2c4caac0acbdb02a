"use client";
import { createContext, useContext, useState } from "react";
import type { Problem } from "@/lib/contract/problem";
import type { Answered } from "@/lib/http/server-action";

export interface Submission {
  sending: boolean;
  /** Why nothing was changed, in a sentence; null: nothing failed, or a field says it. */
  failure: string | null;
  /** The fault of one field, in a sentence. */
  errorOf: (path: string) => string | null;
  /** Sends once; null where it was refused or no answer came. */
  send: <T>(request: () => Promise<Answered<T>>) => Promise<T | null>;
}

/** One form's way to the server: never two requests at once, and each refusal at the field it names. */
export function useSubmission(fields: readonly string[] = []): Submission {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | string | null>(null);
  const errors = typeof problem === "object" && problem ? (problem.errors ?? []) : [];
  const fieldErrors = errors.filter((error) => fields.includes(error.path));
  const saysField = fieldErrors.length > 0;
  return {
    sending,
    failure: typeof problem === "string" ? problem : problem && !saysField ? problem.detail : null,
    errorOf: (path) => {
      const message = fieldErrors.find((error) => error.path === path)?.message;
      return message === undefined ? null : message.charAt(0).toUpperCase() + message.slice(1) + ".";
    },
    send: async (request) => {
      if (sending) return null;
      setSending(true);
      setProblem(null);
      try {
        const answered = await request();
        if (answered.ok) return answered.result;
        setProblem(answered.problem);
      } catch {
        setProblem("No answer came back. Reload the page to see how things stand before you try again.");
      } finally {
        setSending(false);
      }
      return null;
    },
  };
}

/** The submission of the form around a field. */
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
