"use client";
import type { Verbs } from "@/components/action/amend/use-verbs";
import { VerbButtons } from "@/components/action/amend/verb-buttons";
import { LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { NextButton } from "./next-button";

interface EndedButtonsProps {
  /** Null until the page knows what can be done with it as it stands now. */
  verbs: Verbs | null;
  onNext: (() => void) | null;
}

/** The verbs for an action that ended while somebody looked at it. They came by themselves, perhaps under the hand. */
export function EndedButtons({ verbs, onNext }: EndedButtonsProps) {
  const [guard, watch] = useGuard(useArrival("ended", "itself"));
  return (
    <>
      <span ref={watch} className="absolute bottom-0 size-px" />
      <LookFirst refusal={guard.refusal} />
      <NextButton guard={guard} onNext={onNext} />
      {verbs && (
        <VerbButtons
          offers={verbs.offers}
          busy={verbs.state?.phase === "sending"}
          guard={guard}
          onStart={verbs.start}
        />
      )}
    </>
  );
}
