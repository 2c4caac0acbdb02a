import { Check, CircleAlert, Info } from "lucide-react";
import type { DecisionState } from "./decisions";
import { cn } from "@/components/ui/cn";

const tones = { neutral: "text-ink", good: "text-good", warn: "text-warn", bad: "text-bad" };

/** The server's answer where the decision was made. */
export function AnswerLine({ state, className }: { state: DecisionState; className?: string }) {
  if (state.phase === "sending") {
    return (
      <p className={cn("text-sm font-medium text-ink-2", className)}>
        {state.decision === "approve" ? "Sending your approval…" : "Sending your rejection…"}
      </p>
    );
  }
  const { answer } = state;
  const Icon = answer.tone === "good" ? Check : answer.tone === "neutral" ? Info : CircleAlert;
  return (
    <p
      data-testid="answer"
      data-code={answer.code}
      className={cn(
        "inline-flex items-start gap-1.5 text-left text-sm font-medium",
        tones[answer.tone],
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{answer.text}</span>
    </p>
  );
}
