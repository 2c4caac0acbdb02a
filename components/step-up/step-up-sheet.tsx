"use client";
import { useState } from "react";
import { CODE_LENGTH, CodeField } from "@/components/ui/forms/code-field";
import { useFocusFirst } from "@/components/ui/forms/text-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { StepForm } from "@/components/ui/sheets/step-form";
import type { Problem } from "@/lib/contract/problem";
import { useCodeRefusal } from "./use-code-refusal";

interface StepUpSheetProps {
  /** The thing that is about to happen, as an order: `Make Nia Okafor an approver`. */
  sentence: string;
  /** Null: it is done, or its answer is shown elsewhere. Else why the code did not do. */
  onCode: (code: string) => Promise<Problem | null>;
  onClose: () => void;
}

/** Asks for a fresh code for one step. It stands over the form that asked for the step, which stays as it is. */
export function StepUpSheet({ sentence, onCode, onClose }: StepUpSheetProps) {
  const [code, setCode] = useState("");
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const refusal = useCodeRefusal(problem);
  const field = useFocusFirst();
  const send = async () => {
    setSending(true);
    const refused = await onCode(code);
    if (!refused) return;
    setProblem(refused);
    setCode("");
    setSending(false);
    field.current?.focus();
  };
  return (
    <Sheet
      over
      onClose={onClose}
      closable={!sending}
      title={`${sentence}?`}
      description="A step like this needs a fresh code of your authenticator app. The code allows this step alone."
    >
      <StepForm
        press="Confirm"
        pressed="Checking…"
        sending={sending}
        ready={code.length === CODE_LENGTH}
        onSubmit={() => void send()}
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
      </StepForm>
    </Sheet>
  );
}
