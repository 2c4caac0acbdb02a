"use client";
import { createStore } from "@/components/state/store";
import type { Decision } from "@/lib/core/action/proposed-action";
import type { RiskTier } from "@/lib/core/action/risk-tier";

/** The decisions of this tab that can be taken back, or could be: oldest first. Times are those of performance.now(). */
export interface OwnDecision {
  id: number;
  decision: Decision;
  tier: RiskTier;
  /** The server counts from the decision, which came after it was sent: this is never later than its end. */
  untilMs: number;
  phase: "open" | "sending" | "taken" | "refused";
}

const keptMax = 50;

export const ownDecisions = createStore<readonly OwnDecision[]>([]);

export function noteOwnDecision(decision: Omit<OwnDecision, "phase">): void {
  const others = ownDecisions.get().filter(({ id }) => id !== decision.id);
  ownDecisions.set([...others, { ...decision, phase: "open" as const }].slice(-keptMax));
}

export function moveTo(phase: OwnDecision["phase"], id: number): void {
  ownDecisions.set(ownDecisions.get().map((one) => (one.id === id ? { ...one, phase } : one)));
}

/** The one that U takes back, as long as there is time. Null: there is none. */
export const latestOpen = (decisions: readonly OwnDecision[]): OwnDecision | null =>
  decisions.findLast(({ phase }) => phase === "open" || phase === "sending") ?? null;

/** The one that U undoes once its time is over. Null: there is none. */
export const latestApproval = (decisions: readonly OwnDecision[]): OwnDecision | null =>
  decisions.findLast(({ decision, phase }) => decision === "approve" && phase !== "taken") ?? null;

export const wasTakenBack = (id: number): boolean =>
  ownDecisions.get().some((one) => one.id === id && one.phase === "taken");

/** A proposal that came back in the place of a decided one, for the list that shows it. */
export interface Returned {
  id: number;
  insteadOf: number;
}
export const returnedDecision = createStore<Returned | null>(null);

/** The last answer to taking back, for the strip. */
export interface TakeBackAnswer {
  ok: boolean;
  text: string;
  /** The proposal that waits again. */
  versionId: number | null;
  /** How it waits: `waits again`, with its tier where that is another one by now. */
  how: string;
}
export const takeBackAnswer = createStore<TakeBackAnswer | null>(null);
