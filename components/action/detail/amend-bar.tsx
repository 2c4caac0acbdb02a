"use client";
import { Button } from "@/components/ui/button";
import type { ActionDetail } from "@/lib/contract/action-view";
import { useVerbs } from "@/components/action/amend/use-verbs";
import { VerbAnswer } from "@/components/action/amend/verb-answer";
import { VerbButtons, WhyNot } from "@/components/action/amend/verb-buttons";

const size = "max-md:min-h-12! max-md:flex-1";

interface AmendBarProps {
  detail: ActionDetail | null;
  onNext: (() => void) | null;
  /** While nothing waits, the button is disabled but keeps its place. A button that appeared later would move the link beside it. */
  hasNext: boolean;
}

/** In the decision's place once there is nothing to decide: what can still be done, and onwards. */
export function AmendBar({ detail, onNext, hasNext }: AmendBarProps) {
  const { offers, state, start } = useVerbs(detail);
  if (offers.length === 0 && !state && !(onNext && hasNext)) return null;
  const hasNewVersion = state?.phase === "answered" && state.answer.tone === "good" && state.verb !== "retry";
  const open = hasNewVersion ? [] : offers;
  return (
    <div
      data-testid="amend-bar"
      className="flex shrink-0 flex-wrap items-center gap-x-2.5 gap-y-2 border-t bg-panel px-7 py-3 max-md:px-4 max-md:pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {(open.length > 0 || onNext) && (
        <div className="flex flex-wrap gap-2.5 max-md:order-2 max-md:w-full">
          <VerbButtons
            offers={open}
            busy={state?.phase === "sending"}
            first={detail?.may.repropose.allowed ?? false}
            className={size}
            onStart={start}
          />
          {onNext && (
            <Button className={size} disabled={!hasNext} onClick={onNext}>
              Next one that waits
            </Button>
          )}
        </div>
      )}
      <div aria-live="polite" className="min-w-0 flex-1 max-md:order-1 max-md:basis-full max-md:empty:hidden">
        {state ? <VerbAnswer state={state} /> : <WhyNot offers={open} />}
      </div>
    </div>
  );
}
