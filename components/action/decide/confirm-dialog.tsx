"use client";
import { useState } from "react";
import { useDecisions } from "./decisions";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { Button } from "@/components/ui/button";
import { GuardedButton } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard, useTurned } from "@/components/ui/hand/use-guard";
import { GuardedFooter } from "@/components/ui/sheets/guarded-footer";
import { Sheet, SheetBody } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { asLive, whyNotByRecord } from "@/lib/view/action/as-live";
import { READING_AGAIN, progressWords } from "./answer-line";
import { useTurns } from "./use-turns";
import { consequenceOf } from "./consequence";
import { LiveLine } from "@/components/action/change/live-line";
import { RelatedActionLines } from "@/components/action/change/related-action-lines";
import { relatedActionsOf } from "@/lib/view/action/related-actions";
import { ReadingProvider, useUnread } from "@/components/action/change/reading";
import { SentenceBox } from "@/components/action/change/sentence-box";

interface ConfirmDialogProps {
  action: ActionSummary;
  onClose: () => void;
  /** In the place of `onClose`, where the approval was taken. */
  onDecided: () => void;
}

/** L4: the change repeated in a sentence, or whole and to its end where a sentence is too short, then one deliberate press. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <ReadingProvider>
      <Confirm {...props} />
    </ReadingProvider>
  );
}

function Confirm({ action, onClose, onDecided }: ConfirmDialogProps) {
  const { submit, states } = useDecisions();
  const { overview } = useOverview();
  const state = states.get(action.id);
  const live = useLive(action.id, true);
  const [sending, setSending] = useState(false);
  // As it was when this opened: a line more would move the buttons.
  const [others] = useState(() => relatedActionsOf(action));
  // The press that opened it was about the card; this one is about the sentence.
  const [guard, watch] = useGuard(useTurned(useArrival(action.id, "itself"), useTurns(live.data)));
  const unread = useUnread(action);
  const confirm = async () => {
    setSending(true);
    const submitted = await submit(action, "approve", { confirmed: true, inDialog: true });
    if (submitted?.answer.tone === "good") onDecided();
    else onClose();
  };
  return (
    <Sheet
      onClose={onClose}
      closable={!sending}
      title="Approve this?"
      description="Read it once more. It is written to NetSuite exactly as it stands here."
    >
      <SheetBody>
        <SentenceBox action={asLive(action, live.data)} />
        <LiveLine live={live} />
        <RelatedActionLines others={others} />
        <p className="text-sm text-ink-2">{consequenceOf(action, overview)}</p>
      </SheetBody>
      <GuardedFooter guard={guard} watch={watch}>
        <GuardedButton
          guard={guard}
          name="confirm"
          waits="seen"
          tone="solid"
          data-focus-first
          ended={progressWords(state)}
          disabled={!sending && (unread !== null || whyNotByRecord(action, live.data) !== null)}
          onPress={() => void confirm()}
        >
          {state?.phase === "reading"
            ? READING_AGAIN
            : sending
              ? "Sending your approval…"
              : "Confirm approval"}
        </GuardedButton>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
        {action.unshown !== null && (
          // Keeps its room: nothing moves under the finger once it is read.
          <span aria-hidden={unread === null} className="text-xs text-ink-3 max-md:basis-full">
            {unread ?? "\u00a0"}
          </span>
        )}
      </GuardedFooter>
    </Sheet>
  );
}
