"use client";
import { useEffect, useState } from "react";
import { useOverview } from "@/components/data/overview";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { OwnPasskeyButton } from "@/components/step-up/own-passkey-button";
import { useCodeRefusal } from "@/components/step-up/use-code-refusal";
import { CODE_LENGTH, CodeField } from "@/components/ui/forms/code-field";
import { useFocusFirst } from "@/components/ui/forms/fields";
import { StepForm } from "@/components/ui/sheets/step-form";
import type { Factor } from "@/lib/contract/actions/decision";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Problem } from "@/lib/contract/problem";
import { consequenceOf } from "@/components/action/decide/consequence";

interface CodeStepProps {
  action: ActionSummary;
  sending: boolean;
  problem: Problem | null;
  onConfirm: (factor: Factor) => void;
  onBack: () => void;
}

/** Asks for a code of the authenticator app, or a passkey, which proves the approver's identity. */
export function CodeStep({ action, sending, problem, onConfirm, onBack }: CodeStepProps) {
  const [code, setCode] = useState("");
  const refusal = useCodeRefusal(problem);
  const first = useFocusFirst();
  const { overview } = useOverview();
  // Another code is typed over the refused one.
  useEffect(() => {
    if (!problem) return;
    first.current?.focus();
    first.current?.select();
  }, [problem, first]);
  return (
    <StepForm
      press="Confirm approval"
      pressed="Sending your approval…"
      leave="Back"
      sending={sending}
      ready={code.length === CODE_LENGTH}
      onSubmit={() => onConfirm({ type: "totp", code })}
      onClose={onBack}
    >
      <SentenceBox action={action} />
      <CodeField
        value={code}
        onChange={setCode}
        error={refusal.error}
        {...(refusal.hint && { hint: refusal.hint })}
        // Read-only and not disabled: the focus stays.
        readOnly={sending}
        ref={first}
      />
      <OwnPasskeyButton
        press="Approve with a passkey"
        about={{
          kind: "decision",
          action_id: action.id,
          payload_hash: action.payload_hash,
          decision: "approve",
        }}
        disabled={sending}
        onFactor={onConfirm}
      />
      <p className="text-sm text-ink-2">{consequenceOf(action, overview)}</p>
    </StepForm>
  );
}
