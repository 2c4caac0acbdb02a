"use client";
import { useState } from "react";
import { useDecisions } from "@/components/data/decisions";
import { useLive } from "@/components/data/queries";
import { useArmed } from "@/components/data/use-armed";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { consequence } from "@/lib/view/consequence";
import { LiveLine } from "./live-line";
import { SentenceBox } from "./sentence-box";

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
      open
      onOpenChange={onClose}
      closable={!sending}
      title="Approve this?"
      description="Read it once more. It is written to NetSuite exactly as it stands here."
    >
      <SheetBody>
        <SentenceBox action={action} />
        <LiveLine live={live} />
        <p className="text-sm text-ink-2">{consequence(action)}</p>
      </SheetBody>
      <div ref={watch}>
        <SheetFooter>
          <Button tone="solid" disabled={!armed || sending} onClick={() => void confirm()}>
            {sending ? "Sending your approval…" : "Confirm approval"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </div>
    </Sheet>
  );
}
