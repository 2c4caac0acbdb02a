"use client";
import { useState } from "react";
import { useDecisions } from "@/components/action/decide/decisions";
import { useOverview } from "@/components/data/overview";
import { Button } from "@/components/ui/button";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { lazily } from "@/components/ui/lazily";
import type { ActionSummary } from "@/lib/contract/action-view";
import type { Decision } from "@/lib/core/action/proposed-action";
import {
  answerOfRow,
  bulkChoice,
  type BulkChoice,
  type BulkOutcome,
  doerOfRow,
  singlyWords,
} from "./bulk-words";
import { blockingSwitch } from "@/lib/view/action/gesture";
import { answerOfProblem, NO_ANSWER } from "@/components/action/decide/outcome";
import { SWITCH_WORDS } from "@/lib/view/switches";
import { useClock } from "@/components/state/clock";
import { act } from "@/lib/operations/act";

const BulkReject = lazily(() =>
  import("@/components/action/decide/reject-dialog").then((module) => module.BulkRejectDialog),
);
const BulkReview = lazily(() => import("./bulk-review-dialog").then((module) => module.BulkReviewDialog));
const BulkResults = lazily(() => import("./bulk-results-dialog").then((module) => module.BulkResultsDialog));

/** Sticky under the list while rows are selected: what deciding them all would do, and then what it did, row by row. */
export function BulkBar({ selected, onClear }: { selected: readonly ActionSummary[]; onClear: () => void }) {
  const { put } = useDecisions();
  const { overview } = useOverview();
  const clock = useClock();
  // Both dialogs keep the selection that they were opened for: rows behind them go on coming and leaving.
  const [rejecting, setRejecting] = useState<{ actions: readonly ActionSummary[]; worth: string } | null>(
    null,
  );
  const [reviewed, setReviewed] = useState<BulkChoice | null>(null);
  const [sending, setSending] = useState<Decision | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const choice = bulkChoice(selected);
  const { approvable, approvableWorth, worth } = choice;
  // Armed again after every change of the selection: a press means what the bar says now.
  const [guard, watch] = useGuard(useArrival(selected.map((action) => action.id).join(), "itself"));
  const halted = blockingSwitch(overview, 1);

  const decideAll = async (decision: Decision, actions: readonly ActionSummary[], comment?: string) => {
    if (sending) return;
    setSending(decision);
    setRefusal(null);
    try {
      const items = actions.map(({ id, payload_hash }) => ({ id, payload_hash }));
      const answered = await act("bulkDecide", { decision, items, ...(comment ? { comment } : {}) });
      if (!answered.ok) return setRefusal(answerOfProblem(answered.problem, clock.now()).text);
      setOutcome({ decision, actions, result: answered.result });
      for (const row of answered.result.results) put(row.id, answerOfRow(row), doerOfRow(row));
      onClear();
    } catch {
      setRefusal(NO_ANSWER.text);
    } finally {
      setSending(null);
      setReviewed(null);
    }
  };

  const note =
    refusal ??
    (halted && approvable.length > 0
      ? `${SWITCH_WORDS[halted.name].title} is engaged: approving is halted.`
      : singlyWords(choice));
  return (
    <>
      {selected.length > 0 && (
        <section
          ref={watch}
          aria-label="Bulk decision"
          className="opens relative mx-2.5 mb-2.5 grid shrink-0 gap-2 rounded-[10px] bg-solid px-3 py-2.5 text-sm text-on-solid"
          data-state="open"
        >
          <LookFirst refusal={guard.refusal} className="left-0" />
          <div className="flex items-center gap-2">
            <p className="min-w-0 flex-1 font-medium" aria-live="polite">
              {selected.length} selected{worth && approvable.length === 0 && ` · ${worth}`}
            </p>
            <Button
              tone="inverse"
              size="small"
              className="-mr-1.5 border-transparent!"
              disabled={sending !== null}
              onClick={onClear}
            >
              Clear
            </Button>
          </div>
          <div className="flex flex-wrap gap-2">
            {approvable.length > 0 && (
              <GuardedButton
                guard={guard}
                name="approve"
                tone="inverse"
                size="small"
                className="flex-auto whitespace-normal!"
                disabled={sending !== null || halted !== null}
                onPress={() => setReviewed(choice)}
              >
                {sending === "approve"
                  ? "Approving…"
                  : `${[`Approve ${approvable.length}`, approvableWorth].filter(Boolean).join(" · ")}…`}
              </GuardedButton>
            )}
            <Button
              tone="inverse"
              size="small"
              className="flex-auto"
              disabled={sending !== null}
              onClick={() => setRejecting({ actions: selected, worth })}
            >
              Reject…
            </Button>
          </div>
          {note && (
            <p aria-live="polite" className="text-xs opacity-85">
              {note}
            </p>
          )}
        </section>
      )}
      {reviewed && (
        <BulkReview
          choice={reviewed}
          sending={sending !== null}
          onApprove={(actions) => void decideAll("approve", actions)}
          onClose={() => setReviewed(null)}
        />
      )}
      {rejecting && (
        <BulkReject
          count={rejecting.actions.length}
          worth={rejecting.worth}
          onClose={() => setRejecting(null)}
          onReject={(reason) => decideAll("reject", rejecting.actions, reason)}
        />
      )}
      {outcome && <BulkResults outcome={outcome} onClose={() => setOutcome(null)} />}
    </>
  );
}
