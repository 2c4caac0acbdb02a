"use client";
import { useState } from "react";
import { useOverview } from "@/components/data/overview";
import { Button } from "@/components/ui/button";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { lazily } from "@/components/ui/lazily";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { bulkChoice, type BulkChoice, singlyWords } from "./bulk-words";
import { useBulkDecision } from "./use-bulk-decision";
import { blockingSwitch } from "@/lib/view/action/gesture";
import { SWITCH_WORDS } from "@/lib/view/switches";

const BulkReject = lazily(() =>
  import("@/components/action/decide/reject-dialog").then((module) => module.BulkRejectDialog),
);
const BulkReview = lazily(() => import("./bulk-review-dialog").then((module) => module.BulkReviewDialog));
const BulkResults = lazily(() => import("./bulk-results-dialog").then((module) => module.BulkResultsDialog));

/** Sticky under the list while rows are selected: what deciding them all would do, and then what it did, row by row. */
export function BulkBar({ selected, onClear }: { selected: readonly ActionSummary[]; onClear: () => void }) {
  const { overview } = useOverview();
  const { sending, refusal, outcome, send, forgetOutcome } = useBulkDecision(onClear);
  // Both dialogs keep the selection that they were opened for: rows behind them go on coming and leaving.
  const [rejecting, setRejecting] = useState<{ actions: readonly ActionSummary[]; worth: string } | null>(
    null,
  );
  const [reviewed, setReviewed] = useState<BulkChoice | null>(null);
  const choice = bulkChoice(selected);
  const { approvable, approvableWorth, worth } = choice;
  // Armed again after every change of the selection: a press means what the bar says now.
  const [guard, watch] = useGuard(useArrival(selected.map((action) => action.id).join(), "itself"));
  const halted = blockingSwitch(overview, 1);

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
          onApprove={(actions) => void send("approve", actions).finally(() => setReviewed(null))}
          onClose={() => setReviewed(null)}
        />
      )}
      {rejecting && (
        <BulkReject
          count={rejecting.actions.length}
          worth={rejecting.worth}
          onClose={() => setRejecting(null)}
          onReject={(reason) => send("reject", rejecting.actions, reason)}
        />
      )}
      {outcome && <BulkResults outcome={outcome} onClose={forgetOutcome} />}
    </>
  );
}
