"use client";
import { useRef, useState } from "react";
import type { Problem } from "@/lib/contract/problem";
import type { OperationResult } from "@/lib/http/server-action";

export interface Submission {
  sending: boolean;
  /** Why nothing was changed, in a sentence; null: nothing failed, or a field says it. */
  failure: string | null;
  /** The fault of one field, in a sentence. */
  errorOf: (name: string) => string | null;
  /** Sends once; null where it was refused or no answer came. A refusal that names a field of `form` is shown there. */
  send: <T>(request: () => Promise<OperationResult<T> | null>, form?: FormData) => Promise<T | null>;
}

/** One form's way to the server: never two requests at once, and each refusal at the field it names. */
export function useSubmission(): Submission {
  const [sending, setSending] = useState(false);
  const [fields, setFields] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem | string | null>(null);
  // A second press of the same moment comes before the state has changed.
  const once = useRef(false);
  const errors = typeof problem === "object" ? (problem?.errors ?? []) : [];
  const faultOf = (name: string) => errors.find(({ path }) => path === name || path.startsWith(`${name}.`));
  const detail = typeof problem === "object" ? (problem?.detail ?? null) : problem;
  return {
    sending,
    failure: fields.some(faultOf) ? null : detail,
    errorOf: (name) => {
      const message = faultOf(name)?.message;
      return message === undefined ? null : message.charAt(0).toUpperCase() + message.slice(1) + ".";
    },
    send: async (request, form) => {
      if (once.current) return null;
      once.current = true;
      setSending(true);
      setProblem(null);
      setFields([...(form?.keys() ?? [])]);
      try {
        const answered = await request();
        if (answered?.ok) return answered.result;
        if (answered) setProblem(answered.problem);
      } catch {
        setProblem("No answer came back. Reload the page to see how things stand before you try again.");
      } finally {
        once.current = false;
        setSending(false);
      }
      return null;
    },
  };
}
