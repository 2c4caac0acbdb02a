"use client";
import { useState } from "react";
import { useLive } from "@/components/data/actions";
import { cn } from "@/components/ui/cn";
import { Sheet } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { asLive } from "@/lib/view/action/as-live";
import { CodeStep } from "./step-code";
import { ReadStep } from "./step-read";
import { ReferenceStep } from "./step-reference";
import { useStepUp } from "./use-step-up";
import { useTurns } from "@/components/action/decide/use-turns";

const steps = ["Read", "Type the reference", "Enter a code"] as const;

interface StepUpDialogProps {
  action: ActionSummary;
  onClose: () => void;
  onDecided: () => void;
}

/**
 * L5: read the whole diff to its end, type its reference, enter a code. The three together mint a token that is
 * bound to this action, payload and decision; the server checks the typed reference again.
 */
export function StepUpDialog({ action, onClose, onDecided }: StepUpDialogProps) {
  const live = useLive(action.id, action.line_count === null);
  const current = asLive(action, live.data);
  // A reading that changes the meaning of the change sends the reader back from any step to the first one.
  const turns = useTurns(live.data);
  const [readAt, setReadAt] = useState<number | null>(null);
  const [laterStep, setStep] = useState(0);
  const [cameBack, setCameBack] = useState(false);
  const [typed, setTyped] = useState("");
  const { sending, problem, forgetProblem, confirm } = useStepUp(action, {
    reading: live.data,
    onWrongReference: () => setStep(1),
    onClose,
    onDecided,
  });
  // While an approval is on its way, its own step stays: going back could not take it back.
  const step = sending || readAt === turns ? laterStep : 0;
  return (
    <Sheet
      wide
      onClose={onClose}
      closable={!sending}
      title="Approve a critical change"
      description={`Step ${step + 1} of 3: ${steps[step]!.toLowerCase()}`}
    >
      <StepBar step={step} />
      {step === 0 && (
        <ReadStep
          key={turns}
          action={action}
          live={live}
          hasChanged={readAt !== null && readAt !== turns}
          takesFocus={cameBack || turns > 0}
          onNext={() => {
            setReadAt(turns);
            setStep(1);
          }}
          onCancel={onClose}
        />
      )}
      {step === 1 && (
        <ReferenceStep
          action={current}
          typed={typed}
          onTyped={setTyped}
          problem={problem}
          onBack={() => {
            setCameBack(true);
            setStep(0);
          }}
          onNext={() => {
            forgetProblem();
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <CodeStep
          action={current}
          sending={sending}
          problem={problem}
          onBack={() => setStep(1)}
          onConfirm={(factor) => void confirm(typed.trim(), factor)}
        />
      )}
    </Sheet>
  );
}

function StepBar({ step }: { step: number }) {
  return (
    <ol className="flex shrink-0 gap-1 border-b px-5 py-2.5 text-xs short:hidden" aria-label="Steps">
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
  );
}
