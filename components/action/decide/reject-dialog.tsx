"use client";
import { useRef, useState } from "react";
import { useDecisions } from "./decisions";
import { Sheet } from "@/components/ui/sheets/sheet";
import type { ActionSummary } from "@/lib/contract/action-view";
import { RejectForm } from "./reject-form";
import { SentenceBox } from "@/components/action/change/sentence-box";

/** Rejecting: one tap and a reason, at every tier. */
export function RejectDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { submit } = useDecisions();
  const [sending, setSending] = useState(false);
  const once = useRef(false);
  const send = async (reason: string) => {
    if (once.current) return;
    once.current = true;
    setSending(true);
    await submit(action, "reject", { comment: reason });
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title="Reject this?"
      description="Nothing is written to NetSuite. The agent is told your reason."
    >
      <RejectForm
        sending={sending}
        submitLabel="Reject"
        onCancel={onClose}
        onReject={(reason) => void send(reason)}
      >
        <SentenceBox action={action} />
      </RejectForm>
    </Sheet>
  );
}
