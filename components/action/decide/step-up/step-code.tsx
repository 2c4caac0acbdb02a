"use client";
import { useState } from "react";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { TextField, useFocusFirst } from "@/components/ui/forms/fields";
import { StepForm } from "@/components/ui/sheets/step-form";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { Problem } from "@/lib/contract/problem";
import { consequence } from "@/components/action/decide/consequence";

interface CodeStepProps {
  action: ActionSummary;
  sending: boolean;
  problem: Problem | null;
  onConfirm: (code: string) => void;
  onBack: () => void;
}

const codeLength = 6;

function problemText(problem: Problem | null): string | null {
  if (!problem) return null;
  if (problem.code === "step_up_failed")
    return `${problem.detail} Each code works once: wait for the next one in your authenticator app.`;
  return problem.detail;
}

/** Asks for a code of the authenticator app, which proves the approver's identity. */
export function CodeStep({ action, sending, problem, onConfirm, onBack }: CodeStepProps) {
  const [code, setCode] = useState("");
  const first = useFocusFirst();
  return (
    <StepForm
      press="Confirm approval"
      pressed="Sending your approval…"
      leave="Back"
      sending={sending}
      ready={code.length === codeLength}
      onSubmit={() => onConfirm(code)}
      onClose={onBack}
    >
      <SentenceBox action={action} />
      <TextField
        label="Six-digit code"
        hint="From your authenticator app."
        value={code}
        onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, "").slice(0, codeLength))}
        error={problemText(problem)}
        inputMode="numeric"
        autoComplete="one-time-code"
        disabled={sending}
        ref={first}
        mono
      />
      <p className="text-sm text-ink-2">{consequence(action)}</p>
    </StepForm>
  );
}
