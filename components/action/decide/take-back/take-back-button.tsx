"use client";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import type { OwnDecision } from "./own-decisions";

interface TakeBackButtonProps {
  decision: OwnDecision;
  secondsLeft: number;
  onPress: () => void;
  /** Away from its card the button names what it takes back. */
  named?: boolean;
  className?: string;
}

const SENDING = "Taking it back…";
const OVER = "The time to take it back is over.";
const nouns = { approve: "approval", reject: "rejection" } as const;

/** It counts down in figures of one width. A press counts once it has been in view: the one before it may have stood here. */
export function TakeBackButton({
  decision,
  secondsLeft,
  onPress,
  named = false,
  className,
}: TakeBackButtonProps) {
  const { id, phase } = decision;
  const [guard, watch] = useGuard(useArrival(id, "reader"));
  const isSending = phase === "sending";
  return (
    <span ref={watch} className={cn("relative inline-flex", className)}>
      <LookFirst refusal={guard.refusal} className="right-0" />
      <GuardedButton
        guard={guard}
        name="take-back"
        size="small"
        aria-label={isSending ? undefined : `Take back the ${nouns[decision.decision]} of #${id}`}
        data-testid="take-back"
        // The same button all along: another one in its place would lose the focus.
        ended={isSending ? SENDING : secondsLeft === 0 ? OVER : null}
        onPress={onPress}
      >
        {isSending ? (
          SENDING
        ) : (
          <>
            <span>Take back{named && <span className="font-mono"> #{id}</span>}</span>
            <Kbd className="max-md:hidden">U</Kbd>
            <span aria-hidden className="min-w-[4ch] text-right text-ink-2 tabular-nums">
              {secondsLeft} s
            </span>
          </>
        )}
      </GuardedButton>
    </span>
  );
}
