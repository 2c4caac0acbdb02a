"use client";
import { useState } from "react";
import { useOverview } from "@/components/data/overview";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { Kbd } from "@/components/ui/kbd";
import { lazyDialog } from "@/components/ui/sheets/lazy-dialog";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { bulkChoice, type BulkChoice, singlyWords } from "./bulk-words";
import { STILL_SENDING, useBulkDecision } from "./use-bulk-decision";
import { blockingSwitch } from "@/lib/view/action/gesture";
import { SWITCH_TITLES } from "@/lib/view/switches";

const BulkReject = lazyDialog(() =>
  import("@/components/action/decide/reject-dialog").then((module) => module.BulkRejectDialog),
);
const BulkReview = lazyDialog(() => import("./bulk-review-dialog").then((module) => module.BulkReviewDialog));
const BulkResults = lazyDialog(() =>
  import("./bulk-results-dialog").then((module) => module.BulkResultsDialog),
);

/** A dialog keeps the selection that it was opened for. Rows behind it go on coming and leaving. */
type OpenDialog =
  | { decision: "approve"; choice: BulkChoice }
  | { decision: "reject"; actions: readonly ActionSummary[]; worth: string }
  | null;

/** Sticky under the list while rows are selected: what deciding them all would do, and then what it did, row by row. */
export function BulkBar({ selected, onClear }: { selected: readonly ActionSummary[]; onClear: () => void }) {
  const decision = useBulkDecision(onClear);
  const { sending, outcome, send, forgetOutcome } = decision;
  const [asked, setAsked] = useState<OpenDialog>(null);
  const close = () => setAsked(null);
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar selected={selected} decision={decision} onAsk={setAsked} onClear={onClear} />
      )}
      {asked?.decision === "approve" && (
        <BulkReview
          choice={asked.choice}
          sending={sending !== null}
          onApprove={(actions) => void send("approve", actions).finally(close)}
          onClose={close}
        />
      )}
      {asked?.decision === "reject" && (
        <BulkReject
          count={asked.actions.length}
          draftOf={asked.actions.map(({ id }) => id).join()}
          worth={asked.worth}
          onClose={close}
          onReject={(reason) => send("reject", asked.actions, reason)}
        />
      )}
      {outcome && <BulkResults outcome={outcome} onClose={forgetOutcome} />}
    </>
  );
}

interface SelectionBarProps {
  selected: readonly ActionSummary[];
  decision: ReturnType<typeof useBulkDecision>;
  onAsk: (asked: OpenDialog) => void;
  onClear: () => void;
}

/** While it is there A and R mean the selection, not the action beside it. Both ask first. */
function SelectionBar({ selected, decision: { sending, refusal }, onAsk, onClear }: SelectionBarProps) {
  const { overview } = useOverview();
  const choice = bulkChoice(selected);
  const { approvable, approvableWorth, worth } = choice;
  // Armed again after every change of the selection: a press means what the bar says now.
  const [guard, watch] = useGuard(useArrival(selected.map((action) => action.id).join(), "followed"));
  const halted = blockingSwitch(overview, 1);
  const haltedWords = halted && `${SWITCH_TITLES[halted.name]} is engaged: approving is halted.`;
  const note = refusal ?? (approvable.length > 0 ? haltedWords : null) ?? singlyWords(choice);
  const ask = {
    approve: () => onAsk({ decision: "approve", choice }),
    reject: () => onAsk({ decision: "reject", actions: selected, worth }),
  };
  const whyNot = {
    approve: sending ? STILL_SENDING : approvable.length === 0 ? singlyWords(choice) : haltedWords,
    reject: sending ? STILL_SENDING : null,
  };
  const press = (name: keyof typeof ask) => {
    const why = whyNot[name];
    if (why === null) guard.press(name, ask[name]);
    else guard.refuse(name, why);
  };
  useKeys(
    [
      { key: "a", run: () => press("approve") },
      { key: "r", run: () => press("reject") },
    ],
    { first: true },
  );
  return (
    <section
      ref={watch}
      aria-label="Bulk decision"
      className="opens relative mx-2.5 mb-2.5 grid shrink-0 gap-2 rounded-[10px] bg-solid px-3 py-2.5 text-sm text-on-solid"
      data-state="open"
    >
      <LookFirst refusal={guard.refusal} className="left-0" />
      <SelectionCount
        words={`${selected.length} selected${worth && approvable.length === 0 ? ` · ${worth}` : ""}`}
        disabled={sending !== null}
        onClear={onClear}
      />
      <div className="flex flex-wrap gap-2">
        {approvable.length > 0 && (
          <GuardedButton
            guard={guard}
            name="approve"
            tone="inverse"
            size="small"
            className="flex-auto whitespace-normal!"
            disabled={sending !== null || halted !== null}
            onPress={ask.approve}
          >
            {sending === "approve"
              ? "Approving…"
              : `${[`Approve ${approvable.length}`, approvableWorth].filter(Boolean).join(" · ")}…`}{" "}
            <Kbd className={keyLook}>A</Kbd>
          </GuardedButton>
        )}
        <Button
          tone="inverse"
          size="small"
          className="flex-auto"
          disabled={sending !== null}
          onClick={ask.reject}
        >
          Reject… <Kbd className={keyLook}>R</Kbd>
        </Button>
      </div>
      {note && (
        <p aria-live="polite" className="text-xs opacity-85">
          {note}
        </p>
      )}
    </section>
  );
}

interface SelectionCountProps {
  words: string;
  disabled: boolean;
  onClear: () => void;
}

function SelectionCount({ words, disabled, onClear }: SelectionCountProps) {
  return (
    <div className="flex items-center gap-2">
      <p className="min-w-0 flex-1 font-medium" aria-live="polite">
        {words}
      </p>
      <Button
        tone="inverse"
        size="small"
        className="-mr-1.5 border-transparent!"
        disabled={disabled}
        onClick={onClear}
      >
        Clear
      </Button>
    </div>
  );
}

const keyLook = "border-current/40! bg-transparent! text-current! opacity-60";
