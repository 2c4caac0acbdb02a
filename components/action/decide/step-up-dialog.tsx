"use client";
import { useState } from "react";
import { useDecisions } from "./decisions";
import { useLive } from "@/components/data/actions";
import { cn } from "@/components/ui/cn";
import { Sheet } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { Problem } from "@/lib/contract/problem";
import { act } from "@/lib/operations/act";
import { CodeStep } from "./step-code";
import { ReadStep } from "./step-read";
import { ReferenceStep } from "./step-reference";

const steps = ["Read", "Type the reference", "Enter a code"] as const;

/**
 * L5: read the whole diff to its end, type what it is about, prove who you are. The three together mint a token that is
 * bound to this action, payload and decision; the server checks the typed reference again.
 */
export function StepUpDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { submit, put } = useDecisions();
  const live = useLive(action.id, action.line_count === null);
  const [step, setStep] = useState(0);
  const [typed, setTyped] = useState("");
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const refused = (found: Problem) => {
    setProblem(found);
    // A refused reference is typed again; a refused code is entered again where one stands.
    if (found.errors?.some((issue) => issue.path.includes("typed_reference"))) setStep(1);
  };
  const confirm = async (code: string) => {
    setSending(true);
    setProblem(null);
    try {
      const minted = await act("issueEditToken", {
        action_id: action.id,
        payload_hash: action.payload_hash,
        decision: "approve",
        typed_reference: typed.trim(),
        factor: { type: "totp", code },
      });
      if (!minted.ok) return refused(minted.problem);
      await submit(action, "approve", { confirmed: true, editToken: minted.result.edit_token });
      onClose();
    } catch {
      put(action.id, {
        code: "no_answer",
        tone: "bad",
        text: "The server did not answer, and nothing was decided. Try again.",
        leaves: false,
      });
      onClose();
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet
      open
      wide
      onOpenChange={onClose}
      closable={!sending}
      title="Approve a critical change"
      description={`Step ${step + 1} of 3: ${steps[step]!.toLowerCase()}`}
    >
      <ol className="flex gap-1 border-b px-5 py-2.5 text-xs" aria-label="Steps">
        {steps.map((name, index) => (
          <li
            key={name}
            aria-current={index === step ? "step" : undefined}
            className={cn(
              "flex flex-1 items-center gap-2 border-t-2 pt-1.5",
              index <= step ? "border-ink text-ink" : "border-line text-ink-3",
            )}
          >
            <span className="font-mono">{index + 1}</span> {name}
          </li>
        ))}
      </ol>
      {step === 0 && <ReadStep action={action} live={live} onNext={() => setStep(1)} onCancel={onClose} />}
      {step === 1 && (
        <ReferenceStep
          action={action}
          typed={typed}
          onTyped={setTyped}
          problem={problem}
          onBack={() => setStep(0)}
          onNext={() => {
            setProblem(null);
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <CodeStep
          action={action}
          sending={sending}
          problem={problem}
          onBack={() => setStep(1)}
          onConfirm={(code) => void confirm(code)}
        />
      )}
    </Sheet>
  );
}
