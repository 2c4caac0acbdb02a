/** This room asks for a fresh second factor before a step that hands out credentials or power, or lets more through. */
"use client";
import { type ReactNode, useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { createRequired } from "@/components/state/required-context";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import type { OperationResult } from "@/lib/http/server-action";
import type { InputOf, PageOperation, ResultOf } from "@/lib/operations";
import { act, actSteppedUp } from "@/lib/operations/act";
import type { StepUpRequest } from "./step-up-sheet";

const StepUpSheet = lazyDialog(() => import("./step-up-sheet").then((module) => module.StepUpSheet));

/**
 * Calls an operation as `act` does. Where it asks for a step-up, a dialog says the sentence (`Make Nia Okafor an approver`),
 * takes a code and sends the operation again with the token. Null: the person cancelled, and nothing was changed.
 */
export type SteppedUp = <Name extends PageOperation>(
  name: Name,
  input: InputOf<Name>,
  sentence: string,
) => Promise<OperationResult<ResultOf<Name>> | null>;

const [SteppedUpContext, useSteppedUp] = createRequired<SteppedUp>("SteppedUpProvider");
export { useSteppedUp };

/** A step that waits for its code. */
interface OpenStepUp extends StepUpRequest {
  resolve: (answered: OperationResult<unknown> | null) => void;
  reject: (error: unknown) => void;
}

export function SteppedUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<OpenStepUp | null>(null);
  const steppedUp = useCallback(async (name: PageOperation, input: object, sentence: string) => {
    const answered = await act(name, input as never);
    const step = stepOf(answered);
    if (!step) return answered;
    return new Promise<OperationResult<unknown> | null>((resolve, reject) => {
      const repeat = (token: string) => actSteppedUp(name, input, token);
      setAsked({ sentence, step, repeat, resolve, reject });
    });
  }, []);
  // Gone before the form below goes on: that one takes the focus back.
  const close = (settle: () => void) => {
    flushSync(() => setAsked(null));
    settle();
  };
  return (
    <SteppedUpContext value={steppedUp as SteppedUp}>
      {children}
      {asked && (
        <StepUpSheet
          asked={asked}
          onClose={() => close(() => asked.resolve(null))}
          onAnswered={(answered) => close(() => asked.resolve(answered))}
          onFailed={(error) => close(() => asked.reject(error))}
        />
      )}
    </SteppedUpContext>
  );
}

/** The step that a token is needed for, as the problem names it: no page knows which operation asks for one, or when. */
function stepOf(answered: OperationResult<unknown>): StepUpRequest["step"] | null {
  if (answered.ok || answered.problem.code !== "step_up_missing") return null;
  const { purpose, subject } = answered.problem;
  return typeof purpose === "string" && typeof subject === "string"
    ? { purpose: purpose as StepUpRequest["step"]["purpose"], subject }
    : null;
}
