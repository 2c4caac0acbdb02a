/** This room asks for a fresh code before a step that hands out credentials or power, or lets more through. */
"use client";
import { type ReactNode, useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { createRequired } from "@/components/state/required-context";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import type { Answered } from "@/lib/http/server-action";
import type { InputOf, PageOperation, ResultOf } from "@/lib/operations";
import { act, actSteppedUp } from "@/lib/operations/act";

const StepUpSheet = lazyDialog(() => import("./step-up-sheet").then((module) => module.StepUpSheet));

/**
 * Calls an operation as `act` does. Where it asks for a step-up, a dialog says the sentence (`Make Nia Okafor an approver`),
 * takes a code and sends the operation again with the token. Null: the person cancelled, and nothing was changed.
 */
export type SteppedUp = <Name extends PageOperation>(
  name: Name,
  input: InputOf<Name>,
  sentence: string,
) => Promise<Answered<ResultOf<Name>> | null>;

const [SteppedUpContext, useSteppedUp] = createRequired<SteppedUp>("SteppedUpProvider");
export { useSteppedUp };

type Step = Pick<InputOf<"beginStepUp">, "purpose" | "subject">;

/** A step that waits for its code. */
interface Asked {
  sentence: string;
  step: Step;
  repeat: (token: string) => Promise<Answered<unknown>>;
  resolve: (answered: Answered<unknown> | null) => void;
  reject: (error: unknown) => void;
}

export function SteppedUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const steppedUp = useCallback(async (name: PageOperation, input: object, sentence: string) => {
    const answered = await act(name, input as never);
    const step = stepOf(answered);
    if (!step) return answered;
    return new Promise<Answered<unknown> | null>((resolve, reject) => {
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
          sentence={asked.sentence}
          onClose={() => close(() => asked.resolve(null))}
          onCode={async (code) => {
            try {
              const answered = await withCode(asked, code);
              if (isRefusedCode(answered)) return answered.problem;
              close(() => asked.resolve(answered));
            } catch (error) {
              close(() => asked.reject(error));
            }
            return null;
          }}
        />
      )}
    </SteppedUpContext>
  );
}

async function withCode({ step, repeat }: Asked, code: string): Promise<Answered<unknown>> {
  const minted = await act("beginStepUp", { ...step, factor: { type: "totp", code } });
  return minted.ok ? repeat(minted.result.step_up_token) : minted;
}

type Refused = Extract<Answered<unknown>, { ok: false }>;

/** The step that a token is needed for, as the problem names it: no page knows which operation asks for one, or when. */
function stepOf(answered: Answered<unknown>): Step | null {
  if (answered.ok || answered.problem.code !== "step_up_missing") return null;
  const { purpose, subject } = answered.problem;
  return typeof purpose === "string" && typeof subject === "string"
    ? { purpose: purpose as Step["purpose"], subject }
    : null;
}

/** Another code may do; every other refusal is about the step and belongs into the form that asked for it. */
function isRefusedCode(answered: Answered<unknown>): answered is Refused {
  return (
    !answered.ok && ["step_up_failed", "step_up_invalid", "rate_limited"].includes(answered.problem.code)
  );
}
