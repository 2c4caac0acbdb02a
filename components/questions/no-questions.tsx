import { EmptyState } from "@/components/ui/states";
import type { QuestionFilter, QuestionPart } from "@/lib/view/questions/question-filter";

/** Says which questions will appear here, and how to get them. */
export function NoQuestions({ part, filter }: { part: QuestionPart; filter: QuestionFilter }) {
  if (filter.state !== null || filter.type !== null)
    return <EmptyState title="None of this kind" text="Choose “All” and “Any kind” to see the others." />;
  if (part === "ended")
    return (
      <p className="rounded-[10px] border border-dashed px-4 py-5 text-sm text-ink-2">
        Questions that were answered, cancelled or timed out will appear here.
      </p>
    );
  return <EmptyState {...OPEN_WORDS[filter.whose]} />;
}

const OPEN_WORDS: Readonly<Record<QuestionFilter["whose"], { title: string; text: string }>> = {
  yours: {
    title: "Nobody waits for your answer",
    text: "When an agent, a workflow or a colleague asks you something, it comes here with the time that is left.",
  },
  asked_of_you: {
    title: "Nobody waits for your answer",
    text: "When an agent, a workflow or a colleague asks you something, it comes here with the time that is left.",
  },
  asked_by_you: {
    title: "You have asked nothing that is open",
    text: "Questions that you ask stand here until they are answered.",
  },
  others: {
    title: "No open questions of others",
    text: "Questions that are neither for you nor from you will appear here, without their text.",
  },
};
