"use client";
import { Button } from "@/components/ui/button";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { act } from "@/lib/operations/act";
import { finalWords } from "@/lib/view/questions/question-words";
import { AnswerLines } from "./answer-lines";

interface OwnAnswerProps {
  question: InteractionView;
  onCorrect: () => void;
  onTakenBack: (question: InteractionView) => void;
}

/** The answer that this person gave, and what they may still do about it. */
export function OwnAnswer({ question, onCorrect, onTakenBack }: OwnAnswerProps) {
  const { id, your_answer: answer, may_correct: mayCorrect, may_retract: mayRetract } = question;
  const final = finalWords(question);
  return (
    <div className="grid gap-3">
      <AnswerLines question={question} answer={answer} />
      {final && <p className="text-sm text-ink-2">{final}</p>}
      {(mayCorrect || mayRetract) && (
        <div className="flex flex-wrap gap-2">
          {mayCorrect && <Button onClick={onCorrect}>Correct</Button>}
          {mayRetract && (
            <ConfirmButton
              label="Take back…"
              title="Take your answer back?"
              description="It does not count any more. You may give another one while the question is open."
              failed="Your answer is as it was"
              press="Take back"
              pressed="Taking back…"
              leave="Keep it"
              send={() => act("retractAnswer", { id })}
              done={(result) => {
                onTakenBack(result);
                return "";
              }}
            />
          )}
        </div>
      )}
    </div>
  );
}
