"use client";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { useDecisions } from "@/components/action/decide/decisions";
import { FollowedAnswer } from "@/components/action/decide/followed-answer";
import { useVerbs } from "@/components/action/amend/use-verbs";
import { VerbAnswer } from "@/components/action/amend/verb-answer";
import { VerbButtons, WhyNot } from "@/components/action/amend/verb-buttons";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Came } from "@/components/ui/hand/hand";
import { LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { ActionBar } from "./action-bar";
import { NextButton } from "./next-button";

interface AmendBarProps {
  detail: ActionDetail | null;
  /** How the bar came: by itself where it took the place of the decision's. */
  came: Came;
  onNext: (() => void) | null;
}

/** In the decision's place once there is nothing to decide: what can still be done, and onwards. */
export function AmendBar({ detail, came, onNext }: AmendBarProps) {
  const { offers, state, start } = useVerbs(detail);
  const [guard, watch] = useGuard(useArrival("amend", came));
  const nothing = (name: string) => guard.refuse(name, "Nothing is left to decide here.");
  useKeys([
    { key: "a", run: () => nothing("approve") },
    { key: "r", run: () => nothing("reject") },
  ]);
  const { approved } = useDecisions();
  const answer = detail ? approved.get(detail.id) : undefined;
  if (offers.length === 0 && !state && !onNext && !answer) return null;
  const hasNewVersion = state?.phase === "answered" && state.answer.tone === "good" && state.verb !== "retry";
  const open = hasNewVersion ? [] : offers;
  return (
    <ActionBar
      ref={watch}
      testId="amend-bar"
      buttons={
        <>
          <LookFirst refusal={guard.refusal} />
          <VerbButtons
            offers={open}
            busy={state?.phase === "sending"}
            first={detail?.may.repropose.allowed ?? false}
            guard={guard}
            onStart={start}
          />
          <NextButton guard={guard} onNext={onNext} />
        </>
      }
      words={{
        "aria-live": "polite",
        children: state ? (
          <VerbAnswer state={state} />
        ) : detail && answer ? (
          <FollowedAnswer actionId={detail.id} answer={answer} />
        ) : (
          <WhyNot offers={open} />
        ),
      }}
    />
  );
}
