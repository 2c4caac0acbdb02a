"use client";
import { useState } from "react";
import type { Problem } from "@/lib/contract/problem";
import type { Answered } from "@/lib/http/server-action";

export interface Asking {
  sending: boolean;
  /** Why nothing was changed, in a sentence; null: nothing failed, or a field says it. */
  failure: string | null;
  /** What is wrong with one field. */
  errorOf: (path: string) => string | null;
  /** Sends once; null where it was refused or no answer came. */
  ask: <T>(send: () => Promise<Answered<T>>) => Promise<T | null>;
}

/** One form's way to the server: never two at once, and every refusal beside the field it names. */
export function useAnswer(fields: readonly string[] = []): Asking {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | string | null>(null);
  const errors = typeof problem === "object" && problem ? (problem.errors ?? []) : [];
  const told = errors.filter((error) => fields.includes(error.path));
  return {
    sending,
    failure: typeof problem === "string" ? problem : problem && told.length === 0 ? problem.detail : null,
    errorOf: (path) => {
      const message = told.find((error) => error.path === path)?.message;
      return message === undefined ? null : message.charAt(0).toUpperCase() + message.slice(1) + ".";
    },
    ask: async (send) => {
      if (sending) return null;
      setSending(true);
      setProblem(null);
      try {
        const answered = await send();
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
