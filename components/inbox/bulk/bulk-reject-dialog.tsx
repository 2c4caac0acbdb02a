"use client";
import { RejectForm } from "@/components/action/decide/reject-form";
import { Sheet } from "@/components/ui/sheets/sheet";
import { countWords } from "@/lib/view/words";

interface BulkRejectProps {
  count: number;
  worth: string;
  sending: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}

export function BulkRejectDialog({ count, worth, sending, onReject, onClose }: BulkRejectProps) {
  const what = countWords(count, "action");
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title={`Reject ${what}?`}
      description={`Nothing is written to NetSuite. Every agent is told the same reason.${worth ? ` ${worth}.` : ""}`}
    >
      <RejectForm sending={sending} submitLabel={`Reject ${count}`} onReject={onReject} onCancel={onClose} />
    </Sheet>
  );
}
