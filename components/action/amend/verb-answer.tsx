import { Check, CircleAlert, Info } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { verbWords } from "./amend-words";
import { VersionLink } from "@/components/action/change/version-link";
import type { AmendState } from "./amend-context";

const tones = { neutral: "text-ink", good: "text-good", warn: "text-warn", bad: "text-bad" };

/** The server's answer to a verb, and the way to the version it made or named. */
export function VerbAnswer({ state, className }: { state: AmendState; className?: string }) {
  if (state.phase === "sending")
    return <p className={cn("text-sm font-medium text-ink-2", className)}>{verbWords(state.verb).sending}</p>;
  const { answer } = state;
  const Icon = answer.tone === "good" ? Check : answer.tone === "neutral" ? Info : CircleAlert;
  return (
    <p
      data-testid="verb-answer"
      data-code={answer.code}
      className={cn(
        "inline-flex items-start gap-1.5 text-left text-sm font-medium",
        tones[answer.tone],
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {answer.text}{" "}
        {answer.versionId !== null && (
          <VersionLink id={answer.versionId} words={`Open #${answer.versionId}`} />
        )}
      </span>
    </p>
  );
}
