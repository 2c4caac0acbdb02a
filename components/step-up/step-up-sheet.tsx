"use client";
import { useState } from "react";
import { OwnPasskeyButton } from "@/components/step-up/own-passkey-button";
import { CODE_LENGTH, CodeField } from "@/components/ui/forms/code-field";
import { useFocusFirst } from "@/components/ui/forms/text-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { StepForm } from "@/components/ui/sheets/step-form";
import type { Factor } from "@/lib/contract/actions/decision";
import type { Problem } from "@/lib/contract/problem";
import type { OperationResult } from "@/lib/http/server-action";
import type { InputOf } from "@/lib/operations";
import { act } from "@/lib/operations/act";
import { useCodeRefusal } from "./use-code-refusal";

export interface StepUpRequest {
  /** The thing that is about to happen, as an order: `Make Nia Okafor an approver`. */
  sentence: string;
  step: Pick<InputOf<"beginStepUp">, "purpose" | "subject">;
  /** Sends the operation again, with the token that the code gave. */
  repeat: (token: string) => Promise<OperationResult<unknown>>;
}

interface StepUpSheetProps {
  asked: StepUpRequest;
  onAnswered: (answered: OperationResult<unknown>) => void;
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

/** Asks for a fresh code for one step. It stands over the form that asked for the step, which stays as it is. */
export function StepUpSheet({ asked, onAnswered, onFailed, onClose }: StepUpSheetProps) {
  const [code, setCode] = useState("");
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const refusal = useCodeRefusal(problem);
  const field = useFocusFirst();
  const send = async (factor: Factor) => {
    setSending(true);
    const answered = await withFactor(asked, factor).catch(onFailed);
    if (!answered) return;
    if (!isRefusedCode(answered)) return onAnswered(answered);
    setProblem(answered.problem);
    setCode("");
    setSending(false);
    field.current?.focus();
  };
  return (
    <Sheet
      over
      onClose={onClose}
      closable={!sending}
      title={`${asked.sentence}?`}
      description="A step like this needs a fresh second factor, which allows this step alone."
    >
      <StepForm
        press="Confirm"
        pressed="Checking…"
        sending={sending}
        ready={code.length === CODE_LENGTH}
        onSubmit={() => void send({ type: "totp", code })}
        onClose={onClose}
      >
        <CodeField
          value={code}
          onChange={setCode}
          error={refusal.error}
          {...(refusal.hint && { hint: refusal.hint })}
          // Read-only and not disabled: the focus stays.
          readOnly={sending}
          ref={field}
        />
        <OwnPasskeyButton
          press="Confirm with a passkey"
          about={{ kind: "step", ...asked.step }}
          disabled={sending}
          onFactor={(factor) => void send(factor)}
        />
      </StepForm>
    </Sheet>
  );
}

async function withFactor(
  { step, repeat }: StepUpRequest,
  factor: Factor,
): Promise<OperationResult<unknown>> {
  const minted = await act("beginStepUp", { ...step, factor });
  return minted.ok ? repeat(minted.result.step_up_token) : minted;
}

type Refused = Extract<OperationResult<unknown>, { ok: false }>;

/** Another code may do; every other refusal is about the step and belongs into the form that asked for it. */
function isRefusedCode(answered: OperationResult<unknown>): answered is Refused {
  return (
    !answered.ok && ["step_up_failed", "step_up_invalid", "rate_limited"].includes(answered.problem.code)
  );
}
