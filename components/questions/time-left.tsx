"use client";
import { useNow } from "@/components/state/clock";
import { Icon } from "@/components/ui/icons/icon";
import { cn } from "@/components/ui/cn";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { isEndingSoon, isOpenAt } from "@/lib/view/questions/question-words";
import { countdownText, utcText } from "@/lib/view/time";

/** The time that is left for an answer, loud in the last 15 minutes. */
export function TimeLeft({ question, className }: { question: InteractionView; className?: string }) {
  const now = useNow();
  const isSoon = isEndingSoon(question, now);
  return (
    <time
      dateTime={question.timeout_at}
      title={`Open until ${utcText(question.timeout_at)}`}
      data-testid="time-left"
      data-soon={isSoon || undefined}
      className={cn(
        // As wide as its longest text, so that nothing moves when the seconds begin.
        "inline-flex min-w-[13ch] items-center justify-end gap-1 font-mono text-xs whitespace-nowrap text-ink-3 tabular-nums",
        isSoon && "font-semibold text-warn!",
        className,
      )}
    >
      {isSoon && <Icon name="triangle-alert" className="size-3.5" />}
      {isOpenAt(question, now) ? (
        <>
          <span className="sr-only">{isSoon ? "Ends soon: " : "Open: "}</span>
          {countdownText(Date.parse(question.timeout_at) - now)} left
        </>
      ) : (
        "over"
      )}
    </time>
  );
}
