"use client";
import { Button } from "@/components/ui/button";
import type { ActionDetail } from "@/lib/contract/action-view";
import { useVerbs } from "@/components/action/amend/use-verbs";
import { VerbAnswer } from "@/components/action/amend/verb-answer";
import { VerbButtons, WhyNot } from "@/components/action/amend/verb-buttons";
import { ActionBar } from "./action-bar";

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
    <ActionBar
      testId="amend-bar"
      buttons={
        (open.length > 0 || onNext) && (
          <>
            <VerbButtons
              offers={open}
              busy={state?.phase === "sending"}
              first={detail?.may.repropose.allowed ?? false}
              onStart={start}
            />
            {onNext && <Button onClick={onNext}>Next one that waits</Button>}
          </>
        )
      }
      words={{
        "aria-live": "polite",
        children: state ? <VerbAnswer state={state} /> : <WhyNot offers={open} />,
      }}
    />
  );
}
