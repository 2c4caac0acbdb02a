"use client";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { TextField, useFocusFirst } from "@/components/ui/forms/fields";
import { StepForm } from "@/components/ui/sheets/step-form";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { isReferenceTyped } from "@/lib/core/action/typed-reference";
import type { Problem } from "@/lib/contract/problem";
import { inPlainText } from "@/lib/core/values/shown-text";
import { plainWords } from "@/lib/view/words";

interface ReferenceStepProps {
  action: ActionSummary;
  typed: string;
  onTyped: (text: string) => void;
  problem: Problem | null;
  onNext: () => void;
  onBack: () => void;
}

/** Typing the reference is slow on purpose, and nobody types the wrong one without noticing. */
export function ReferenceStep({ action, typed, onTyped, problem, onNext, onBack }: ReferenceStepProps) {
  const reference = inPlainText(action.entity_ref);
  const matches = isReferenceTyped(typed, action.entity_ref);
  const wrong = typed.trim().length >= action.entity_ref.length && !matches;
  const isCaseAlone = typed.trim().toLowerCase() === reference.toLowerCase();
  const why = isCaseAlone ? `Capitals count: type it as ${reference}.` : `That is not ${reference}.`;
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
        error={wrong ? why : (problem?.detail ?? null)}
        autoCapitalize="off"
        spellCheck={false}
        ref={first}
        mono
      />
    </StepForm>
  );
}
