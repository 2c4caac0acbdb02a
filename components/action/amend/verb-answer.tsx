import { Check, CircleAlert, Info } from "lucide-react";
import Link from "next/link";
import { cn } from "@/components/ui/cn";
import { verbWords } from "./amend-words";
import { INBOX_PATH } from "@/lib/view/views";
import type { VerbState } from "./amend-flow";

const tones = { neutral: "text-ink", good: "text-good", warn: "text-warn", bad: "text-bad" };

/** The server's answer to a verb, and the way to the version it made or named. */
export function VerbAnswer({ state, className }: { state: VerbState; className?: string }) {
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

export function VersionLink({ id, words }: { id: number; words: string }) {
  return (
    <Link
      href={`${INBOX_PATH}/${id}`}
      className="relative z-10 whitespace-nowrap text-accent underline underline-offset-2"
    >
      {words}
    </Link>
  );
}
