"use client";
import { useCallback, useState } from "react";
import { type DecisionAnswer, type UndecidedMap, withAnswer, withoutAction } from "./undecided";

export interface Undecided {
  /** Undecided answers by action, oldest first. */
  undecided: UndecidedMap;
  keep: (id: number, answered: DecisionAnswer) => void;
  /** It is in view, or is decided once more. */
  forget: (id: number) => void;
}

/** Decisions that were not taken and whose cards are out of view, until somebody has gone back to them. */
export function useUndecided(): Undecided {
  const [undecided, setUndecided] = useState<UndecidedMap>(new Map());
  const keep = useCallback(
    (id: number, answered: DecisionAnswer) => setUndecided((before) => withAnswer(before, id, answered)),
    [],
  );
  const forget = useCallback((id: number) => setUndecided((before) => withoutAction(before, id)), []);
  return { undecided, keep, forget };
}
