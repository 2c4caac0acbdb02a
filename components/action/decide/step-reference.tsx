"use client";
import { TextField, useFocusFirst } from "@/components/ui/forms/fields";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { Problem } from "@/lib/contract/problem";
import { plainWords } from "@/lib/view/words";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { StepForm } from "@/components/ui/sheets/step-form";

interface ReferenceStepProps {
  action: ActionSummary;
  typed: string;
  onTyped: (text: string) => void;
  problem: Problem | null;
  onNext: () => void;
  onBack: () => void;
}

/** Typing what it is about: slow on purpose, and impossible to do for the wrong record without noticing. */
export function ReferenceStep({ action, typed, onTyped, problem, onNext, onBack }: ReferenceStepProps) {
  const matches = typed.trim() === action.entity_ref;
  const wrong = typed.trim().length >= action.entity_ref.length && !matches;
  const first = useFocusFirst();
  return (
    <StepForm press="Next" leave="Back" ready={matches} onSubmit={onNext} onClose={onBack}>
      <SentenceBox action={action} />
      <TextField
        id="typed-reference"
        label="Type the reference"
        hint={`It is the ${plainWords(action.entity_type)} ${action.entity_ref}.`}
        value={typed}
        onChange={(event) => onTyped(event.target.value)}
        // Pasting would defeat the point: the hand copies what the eye has checked.
        onPaste={(event) => event.preventDefault()}
        error={wrong ? `That is not ${action.entity_ref}.` : (problem?.detail ?? null)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        ref={first}
        mono
      />
    </StepForm>
  );
}
