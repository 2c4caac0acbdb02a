"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { announce } from "@/components/ui/announcer";
import { type RiskTier, tierLabel } from "@/lib/core/action/risk-tier";
import { act } from "@/lib/operations/act";
import {
  latestOpen,
  moveTo,
  ownDecisions,
  returnedDecision,
  takeBackAnswer,
  type OwnDecision,
} from "./own-decisions";
import { useSecondsLeft } from "./use-seconds-left";

export interface TakeBack {
  /** The decision that is taken back next. Null: none can be. */
  decision: OwnDecision | null;
  secondsLeft: number;
  take: () => void;
}

/** One's latest decision that can still be taken back, and the way to do it. */
export function useTakeBack(): TakeBack {
  const latest = latestOpen(ownDecisions.use());
  const secondsLeft = useSecondsLeft(latest?.untilMs ?? 0);
  const decision = latest && (secondsLeft > 0 || latest.phase === "sending") ? latest : null;
  const take = useTake();
  return { decision, secondsLeft, take: () => decision?.phase === "open" && void take(decision) };
}

const NO_ANSWER = "No answer came back, so it may or may not be taken back. Try again.";
const failed = (phase: "open" | "refused", text: string) => ({
  phase,
  ok: false,
  text,
  versionId: null,
  how: "",
});

/** Writes that were approved since may have raised its tier. */
const howItWaits = (tier: number, before: RiskTier): string =>
  tier === before ? "waits again" : `waits again, at ${tierLabel(tier as RiskTier)} now`;

function useTake() {
  const { put } = useDecisions();
  const queries = useQueryClient();
  return useCallback(
    async ({ id, tier }: OwnDecision) => {
      moveTo("sending", id);
      const { phase, ...answer } = await act("takeBackDecision", { id }).then(
        (answered) => {
          if (!answered.ok) return failed("refused", answered.problem.detail);
          const { id: versionId, risk_level } = answered.result;
          const how = howItWaits(risk_level, tier);
          return {
            phase: "taken" as const,
            ok: true,
            text: `Taken back: #${versionId} ${how}.`,
            versionId,
            how,
          };
        },
        // It stays the one that U takes back, in place of the decision before it.
        () => failed("open", NO_ANSWER),
      );
      moveTo(phase, id);
      takeBackAnswer.set(answer);
      if (answer.versionId === null) announce(`#${id}: ${answer.text}`);
      else {
        returnedDecision.set({ id: answer.versionId, insteadOf: id });
        put(id, { code: "taken_back", tone: "neutral", text: answer.text, leaves: true });
      }
      for (const key of ["list", "overview"]) void queries.invalidateQueries({ queryKey: [key] });
    },
    [put, queries],
  );
}
