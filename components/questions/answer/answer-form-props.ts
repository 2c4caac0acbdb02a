import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { AnswerField } from "@/lib/view/questions/answer-form";
import type { Draft } from "@/lib/view/questions/read-answer";

export interface AnswerFormProps {
  question: InteractionView;
  form: AnswerField;
  /** `correctAnswer`: in the place of an answer that was given. */
  way: "answer" | "correctAnswer";
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Why it takes no answer any more: it stays with what is typed in it, and says so. */
  ended: string | null;
  onAnswered: (question: InteractionView) => void;
  /** The question may have ended: read it again. */
  onRefused: () => void;
  /** Null: there is nothing to go back to. */
  onLeave: (() => void) | null;
}
