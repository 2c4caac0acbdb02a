"use client";
import { type ReactNode, useRef, useState } from "react";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { useLive } from "@/components/data/actions";
import { TextAreaField } from "@/components/ui/forms/fields";
import { FormSheet, SheetFailure } from "@/components/ui/sheets/form-sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/core/limits";
import { asLive } from "@/lib/view/action/as-live";
import { countWords } from "@/lib/view/words";
import { Presets } from "./reason/presets";
import { useReasonDraft } from "./reason/reason-drafts";

interface RejectSheetProps {
  title: string;
  description: string;
  press: string;
  /** The refusal in words, which keeps the sheet and its reason open; null: nothing is left to reject. */
  onReject: (reason: string) => Promise<string | null>;
  onClose: () => void;
  /** The action or selection to reject: its reason is kept when the sheet is closed unsent, and is there when it opens again. */
  draftOf: string;
  children?: ReactNode;
}

/** A reason from the list, or other words, or both: a preset fills the text, which can then be changed. */
function RejectSheet({ onReject, draftOf, children, ...sheet }: RejectSheetProps) {
  const [reason, setReason] = useReasonDraft(draftOf);
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const choose = (preset: string) => {
    const field = text.current;
    if (!field) return;
    field.focus();
    // As if somebody had typed it, so that the reader counts as being with it.
    field.setRangeText(preset, 0, field.value.length, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  return (
    <FormSheet
      {...sheet}
      tone="danger"
      ready={reason.trim() !== ""}
      send={async () => {
        setRefusal(null);
        return { ok: true, result: { refused: await onReject(reason.trim()) } };
      }}
      done={({ refused }) => {
        setRefusal(refused);
        return refused === null ? "" : null;
      }}
    >
      {children}
      <Presets text={text} reason={reason} onChoose={choose} />
      <TextAreaField
        ref={text}
        data-focus-first
        label="Reason"
        rows={3}
        maxLength={COMMENT_LENGTH_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        sendsOnEnter
        placeholder="What should the agent know?"
      />
      {refusal !== null && <SheetFailure title={null} text={refusal} />}
    </FormSheet>
  );
}

interface RejectDialogProps {
  action: ActionSummary;
  onClose: () => void;
  /** Takes the sheet away and sends it: the answer is told where every other one is. */
  onReject: (reason: string) => void;
}

/** Rejecting: one tap and a reason, at every tier. */
export function RejectDialog({ action, onClose, onReject }: RejectDialogProps) {
  const live = useLive(action.id, false).data;
  return (
    <RejectSheet
      title="Reject this?"
      description="Nothing is written to NetSuite. The agent is told your reason."
      press="Reject"
      draftOf={String(action.id)}
      onReject={async (reason) => {
        onReject(reason);
        return null;
      }}
      onClose={onClose}
    >
      <SentenceBox action={asLive(action, live)} />
    </RejectSheet>
  );
}

interface BulkRejectProps extends Pick<RejectSheetProps, "onReject" | "onClose" | "draftOf"> {
  count: number;
  worth: string;
}

export function BulkRejectDialog({ count, worth, ...sheet }: BulkRejectProps) {
  return (
    <RejectSheet
      title={`Reject ${countWords(count, "action")}?`}
      description={`Nothing is written to NetSuite. Every agent is told the same reason.${worth ? ` ${worth}.` : ""}`}
      press={`Reject ${count}`}
      {...sheet}
    />
  );
}
