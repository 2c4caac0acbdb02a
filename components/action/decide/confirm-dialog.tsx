"use client";
import { useState } from "react";
import { useDecisions } from "./decisions";
import { useLive } from "@/components/data/actions";
import { useArmed } from "./use-armed";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { consequence } from "./consequence";
import { LiveLine } from "@/components/action/change/live-line";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** L4: the change repeated in a sentence, then one deliberate press. */
export function ConfirmDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { submit } = useDecisions();
  const live = useLive(action.id, true);
  const [sending, setSending] = useState(false);
  const [armed, watch] = useArmed(action.id);
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
        <SentenceBox action={action} />
        <LiveLine live={live} />
        <p className="text-sm text-ink-2">{consequence(action)}</p>
      </SheetBody>
      <SheetFooter ref={watch}>
        <Button tone="solid" disabled={!armed || sending} onClick={() => void confirm()}>
          {sending ? "Sending your approval…" : "Confirm approval"}
        </Button>
        <Button disabled={sending} onClick={onClose}>
          Cancel
        </Button>
      </SheetFooter>
    </Sheet>
  );
}
