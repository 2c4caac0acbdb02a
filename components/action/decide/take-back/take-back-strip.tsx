"use client";
import { useEffect, useState } from "react";
import { VersionLink } from "@/components/action/change/version-link";
import { cn } from "@/components/ui/cn";
import { ownDecisions, takeBackAnswer } from "./own-decisions";
import { TakeBackButton } from "./take-back-button";
import { useTakeBack } from "./use-take-back";

const answerShownMs = 6_000;
const done = { approve: "Approved", reject: "Rejected" } as const;

/**
 * One's latest decision, wherever one has gone on to, with the way to take it back, and then its answer. It lies over the
 * place that it is given, so that nothing moves when it comes and goes.
 */
export function TakeBackStrip({ className }: { className?: string | undefined }) {
  const { decision: current, secondsLeft, take } = useTakeBack();
  // A button that has the focus stays until the focus goes on, and says that it is over. One that was answered makes room for
  // its answer: it goes without a blur.
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const focused = ownDecisions.use().find(({ id, phase }) => id === focusedId && phase === "open");
  const decision = current ?? focused;
  const answer = takeBackAnswer.use();
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => takeBackAnswer.set(null), answerShownMs);
    return () => clearTimeout(timer);
  }, [answer]);
  if (!decision && !answer) return null;
  return (
    <div
      data-testid="take-back-strip"
      onFocus={() => setFocusedId(current?.id ?? null)}
      onBlur={() => setFocusedId(null)}
      className={cn(
        "@container flex items-center justify-end gap-2 bg-inherit text-xs before:absolute before:inset-y-0 before:right-full before:w-6 before:bg-gradient-to-r before:from-transparent before:to-bg",
        className,
      )}
    >
      {decision ? (
        <>
          <span className="min-w-0 truncate font-medium text-ink-2 @max-[17rem]:hidden">
            {done[decision.decision]}
          </span>
          <TakeBackButton
            decision={decision}
            secondsLeft={secondsLeft}
            onPress={take}
            named
            className="shrink-0"
          />
        </>
      ) : (
        answer && (
          <span className={cn("line-clamp-2 text-right font-medium", answer.ok ? "text-ink" : "text-warn")}>
            {answer.versionId === null ? (
              answer.text
            ) : (
              <>
                Taken back: <VersionLink id={answer.versionId} words={`#${answer.versionId}`} /> {answer.how}.
              </>
            )}
          </span>
        )
      )}
    </div>
  );
}
