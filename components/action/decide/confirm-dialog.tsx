"use client";
import { useState } from "react";
import { useDecisions } from "./decisions";
import { useLive } from "@/components/data/actions";
import { Button } from "@/components/ui/button";
import { GuardedButton, LookFirst } from "@/components/ui/hand/guarded-button";
import { useArrival, useGuard } from "@/components/ui/hand/use-guard";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { asLive, whyNotByRecord } from "@/lib/view/action/as-live";
import { READING_AGAIN } from "./answer-line";
import { consequence } from "./consequence";
import { LiveLine } from "@/components/action/change/live-line";
import { ReadingProvider, useUnread } from "@/components/action/change/reading";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** L4: the change repeated in a sentence, then one deliberate press. */
export function ConfirmDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { submit, states } = useDecisions();
  const state = states.get(action.id);
  const live = useLive(action.id, true);
  const [sending, setSending] = useState(false);
  // The press that opened it was about the card; this one is about the sentence.
  const [guard, watch] = useGuard(useArrival(action.id, "itself"));
  const confirm = async () => {
    setSending(true);
    await submit(action, "approve", { confirmed: true });
    onClose();
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
        <p className="text-sm text-ink-2">{consequence(action)}</p>
      </SheetBody>
      <div ref={watch} className="relative">
        <LookFirst refusal={guard.refusal} className="left-5" />
        <SheetFooter>
          <Button
            tone="solid"
            disabled={!armed || sending || whyNotByRecord(action, live.data) !== null}
            onClick={() => void confirm()}
          >
            {state?.phase === "reading"
              ? READING_AGAIN
              : sending
                ? "Sending your approval…"
                : "Confirm approval"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
          {action.unshown !== null && (
            // Keeps its room: nothing moves under the finger once it is read.
            <span aria-hidden={unread === null} className="text-xs text-ink-3 max-md:basis-full">
              {unread ?? "\u00a0"}
            </span>
          )}
        </SheetFooter>
      </div>
    </Sheet>
  );
}
