"use client";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useDecisions } from "./decisions";
import { useForgetDraft } from "./reason/reason-drafts";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { gestureOf } from "@/lib/view/action/gesture";
import { onFirstSign } from "@/components/ui/hand/first-sign";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import { loadSending } from "./send-once-loaded";
import { createRequired } from "@/components/state/required-context";

/**
 * From the first tap to the server's answer: which gesture an action asks for, and the dialog that carries it. Cards and
 * the detail start the same flow, so a tier asks for the same thing wherever it is decided.
 */
const ConfirmDialog = lazyDialog(() => import("./confirm-dialog").then((module) => module.ConfirmDialog));
const StepUpDialog = lazyDialog(() =>
  import("./step-up/step-up-dialog").then((module) => module.StepUpDialog),
);
const RejectDialog = lazyDialog(() => import("./reject-dialog").then((module) => module.RejectDialog));
const dialogs = [ConfirmDialog, StepUpDialog, RejectDialog];

interface Flow {
  /**
   * `readWhole`: the caller has seen to it that what a card does not show whole was read to its end. Returns why nothing is sent
   * now, if so.
   */
  approve: (action: ActionSummary, seen?: { readWhole: boolean }) => string | void;
  reject: (action: ActionSummary) => void;
  /** Asks with the change in a sentence, at any tier: for the palette, behind which nothing can be read. */
  ask: (action: ActionSummary) => void;
}
type Open = { dialog: "confirm" | "step_up" | "reject"; action: ActionSummary } | null;

const [FlowContext, useDecisionFlow] = createRequired<Flow>("DecisionFlow");
export { useDecisionFlow };

export function DecisionFlow({ children }: { children: ReactNode }) {
  const { submit, moveOn, whyFull } = useDecisions();
  const forgetDraft = useForgetDraft();
  const [open, setOpen] = useState<Open>(null);
  // Fetched with the first sign of a hand, so that hardly a press waits for code, and a mere look fetches none.
  useEffect(
    () => onFirstSign(() => void Promise.allSettled([loadSending(), ...dialogs.map(({ load }) => load())])),
    [],
  );

  const approve = useCallback(
    async (action: ActionSummary, readWhole: boolean) => {
      const gesture = gestureOf(action);
      if (gesture === "confirm" || gesture === "step_up") return setOpen({ dialog: gesture, action });
      const isUnshown = action.unshown !== null;
      if (isUnshown && !readWhole) return setOpen({ dialog: "confirm", action });
      const submitted = await submit(action, "approve", isUnshown ? { confirmed: true } : {});
      // Over another action no dialog opens by itself: the strip leads back.
      if (!submitted || submitted.leftView) return;
      // Policy can ask for more than the tier does; then the server says so and the screen follows.
      // Not in the place of a dialog that was opened meanwhile.
      const { code } = submitted.answer;
      if (code === "confirmation_missing") setOpen((now) => now ?? { dialog: "confirm", action });
      if (code === "edit_token_missing") setOpen((now) => now ?? { dialog: "step_up", action });
    },
    [submit],
  );
  const flow = useMemo<Flow>(
    () => ({
      approve: (action, seen) => {
        const full = whyFull();
        if (full !== null) return full;
        void approve(action, seen?.readWhole ?? false);
      },
      reject: (action) => setOpen({ dialog: "reject", action }),
      ask: (action) => setOpen({ dialog: gestureOf(action) === "step_up" ? "step_up" : "confirm", action }),
    }),
    [approve, whyFull],
  );
  const close = () => setOpen(null);
  // The next action comes in front of the reader, not behind a dialog.
  const closeFirst = () => flushSync(close);
  const decided = (id: number) => {
    closeFirst();
    moveOn(id, "followed");
  };
  const reject = async (action: ActionSummary, comment: string) => {
    closeFirst();
    const submitted = await submit(action, "reject", { comment });
    if (submitted?.answer.leaves) forgetDraft(String(action.id));
  };
  const props = open && { action: open.action, onClose: close };
  return (
    <FlowContext value={flow}>
      {children}
      {props && open.dialog === "confirm" && (
        <ConfirmDialog {...props} onDecided={() => decided(open.action.id)} key={open.action.id} />
      )}
      {props && open.dialog === "step_up" && (
        <StepUpDialog {...props} onDecided={() => decided(open.action.id)} key={open.action.id} />
      )}
      {props && open.dialog === "reject" && (
        <RejectDialog
          {...props}
          onReject={(comment) => void reject(open.action, comment)}
          key={open.action.id}
        />
      )}
    </FlowContext>
  );
}
