"use client";
import type { FormEvent } from "react";
import { useFocusFirst } from "@/components/ui/forms/use-focus-first";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/forms/text-field";
import { SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { Problem } from "@/lib/contract/problem";
import { plainWords } from "@/lib/view/words";
import { SentenceBox } from "@/components/action/change/sentence-box";

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches) onNext();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <SheetBody>
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
      </SheetBody>
      <SheetFooter>
        <Button type="submit" tone="solid" disabled={!matches}>
          Next
        </Button>
        <Button onClick={onBack}>Back</Button>
      </SheetFooter>
    </form>
  );
}
