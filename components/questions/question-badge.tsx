"use client";
import { useNow } from "@/components/state/clock";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icons/icon";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { isOpenAt, statusWordsAt } from "@/lib/view/questions/question-words";

/** How a question stands, and whether it waits for whoever looks at it. */
export function QuestionBadge({ question }: { question: InteractionView }) {
  const now = useNow();
  const { title, tone, shape } = statusWordsAt(question, now);
  if (question.may_answer && isOpenAt(question, now))
    return (
      <Badge className="bg-accent-soft! text-accent!">
        <Icon name="circle-alert" className="size-3" strokeWidth={2.5} />
        Waits for you
      </Badge>
    );
  return (
    <Badge tone={tone}>
      <Icon name={shape} className="size-3" strokeWidth={2.5} />
      {title}
    </Badge>
  );
}
