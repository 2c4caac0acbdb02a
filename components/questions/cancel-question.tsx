"use client";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { act } from "@/lib/operations/act";
import { useKeptQuestion } from "./queries";

/** Cancels a question, for its asker and for administrators. */
export function CancelQuestion({ question: { id } }: { question: InteractionView }) {
  const keep = useKeptQuestion();
  return (
    <div>
      <ConfirmButton
        label="Cancel the question…"
        title={`Cancel question ${id}?`}
        description="Nobody can answer it any more, and the asker learns that it was cancelled. It cannot be opened again."
        failed="The question is as it was"
        press="Cancel the question"
        pressed="Cancelling…"
        leave="Leave it open"
        tone="danger"
        send={() => act("cancelQuestion", { id })}
        done={(cancelled) => {
          keep(cancelled);
          return `Question ${id} is cancelled.`;
        }}
      />
    </div>
  );
}
