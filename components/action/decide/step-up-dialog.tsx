"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { lookBeforeSending } from "./fresh-reading";
import { useDecisions } from "./decisions";
import { useLive } from "@/components/data/actions";
import { cn } from "@/components/ui/cn";
import { Sheet } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { asLive } from "@/lib/view/action/as-live";
import type { Problem } from "@/lib/contract/problem";
import { act } from "@/lib/operations/act";
import { plainWords } from "@/lib/view/words";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { TextField, useFocusFirst } from "@/components/ui/forms/fields";
import { StepForm } from "@/components/ui/sheets/step-form";
import { inPlainText } from "@/lib/core/values/shown-text";
import { consequence } from "./consequence";
import { ReadStep } from "./step-read";
import { useTurns } from "./use-turns";

const steps = ["Read", "Type the reference", "Enter a code"] as const;

/**
 * L5: read the whole diff to its end, type its reference, enter a code. The three together mint a token that is
 * bound to this action, payload and decision; the server checks the typed reference again.
 */
export function StepUpDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { submit, put } = useDecisions();
  const queries = useQueryClient();
  const live = useLive(action.id, action.line_count === null);
  const current = asLive(action, live.data);
  // A reading that gives the change another meaning has it read again, from whatever step.
  const turns = useTurns(live.data);
  const [readAt, setReadAt] = useState<number | null>(null);
  const [laterStep, setStep] = useState(0);
  const step = readAt === turns ? laterStep : 0;
  const latestTurns = useRef(turns);
  useEffect(() => {
    latestTurns.current = turns;
  });
  const [cameBack, setCameBack] = useState(false);
  const [typed, setTyped] = useState("");
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const refused = (refusal: Problem) => {
    setProblem(refusal);
    // A refused reference is typed again; a refused code is entered again where one stands.
    if (refusal.errors?.some((issue) => issue.path.includes("typed_reference"))) setStep(1);
  };
  const confirm = async (code: string) => {
    setSending(true);
    setProblem(null);
    const hasTurned = () => latestTurns.current !== turns;
    // Before the code is spent: one that proved nothing could not be used again.
    const unsent = await lookBeforeSending(action, queries, () => {});
    if (unsent) {
      put(action.id, unsent);
      return onClose();
    }
    try {
      const minted = await act("issueEditToken", {
        action_id: action.id,
        payload_hash: action.payload_hash,
        decision: "approve",
        typed_reference: typed.trim(),
        factor: { type: "totp", code },
      });
      if (!minted.ok) return refused(minted.problem);
      // It is read once more, and the token stays unused.
      if (hasTurned()) return;
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
      wide
      onClose={onClose}
      closable={!sending}
      title="Approve a critical change"
      description={`Step ${step + 1} of 3: ${steps[step]!.toLowerCase()}`}
    >
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
            setProblem(null);
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
          onConfirm={(code) => void confirm(code)}
        />
      )}
    </Sheet>
  );
}

interface ReferenceStepProps {
  action: ActionSummary;
  typed: string;
  onTyped: (text: string) => void;
  problem: Problem | null;
  onNext: () => void;
  onBack: () => void;
}

/** Typing the reference is slow on purpose, and nobody types the wrong one without noticing. */
function ReferenceStep({ action, typed, onTyped, problem, onNext, onBack }: ReferenceStepProps) {
  const reference = inPlainText(action.entity_ref);
  const matches = typed.trim() === action.entity_ref;
  const wrong = typed.trim().length >= action.entity_ref.length && !matches;
  const first = useFocusFirst();
  return (
    <StepForm press="Next" leave="Back" ready={matches} onSubmit={onNext} onClose={onBack}>
      <SentenceBox action={action} />
      <TextField
        label="Type the reference"
        hint={`It is the ${plainWords(action.entity_type)} ${reference}.`}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        // Pasting would defeat the point: the hand copies what the eye has checked.
        onPaste={(event) => event.preventDefault()}
        error={wrong ? `That is not ${reference}.` : (problem?.detail ?? null)}
        autoCapitalize="off"
        spellCheck={false}
        ref={first}
        mono
      />
    </StepForm>
  );
}

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

function CodeStep({ action, sending, problem, onConfirm, onBack }: CodeStepProps) {
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
