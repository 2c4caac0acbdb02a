"use client";
import { type ReactNode, useRef, useState } from "react";
import { SentenceBox } from "@/components/action/change/sentence-box";
import { useLive } from "@/components/data/actions";
import { cn } from "@/components/ui/cn";
import { TextAreaField } from "@/components/ui/forms/fields";
import { FormSheet, SheetFailure } from "@/components/ui/sheets/form-sheet";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { COMMENT_LENGTH_MAX } from "@/lib/contract/actions/decision";
import { asLive } from "@/lib/view/action/as-live";
import { countWords } from "@/lib/view/words";
import { useDecisions } from "./decisions";

const presets = [
  "The figure is wrong",
  "Wrong record or customer",
  "Not agreed with the customer",
  "Not enough evidence",
  "Not now",
];

interface RejectSheetProps {
  title: string;
  description: string;
  press: string;
  /** The refusal in words, which keeps the sheet and its reason open; null: nothing is left to reject. */
  onReject: (reason: string) => Promise<string | null>;
  onClose: () => void;
  children?: ReactNode;
}

/** A reason from the list, or other words, or both: a preset fills the text, which can then be changed. */
function RejectSheet({ onReject, children, ...sheet }: RejectSheetProps) {
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
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
      <fieldset aria-label="Presets" className="flex min-w-0 flex-wrap gap-2">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={reason === preset}
            onClick={() => {
              setReason(preset);
              text.current?.focus();
            }}
            className={cn(
              "min-h-8 rounded-full border px-3 text-xs max-md:min-h-11 max-md:text-sm",
              reason === preset ? "border-ink font-medium" : "border-line-strong text-ink-2 hover:bg-sunken",
            )}
          >
            {preset}
          </button>
        ))}
      </fieldset>
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

/** Rejecting: one tap and a reason, at every tier. */
export function RejectDialog({ action, onClose }: { action: ActionSummary; onClose: () => void }) {
  const { submit } = useDecisions();
  const live = useLive(action.id, false).data;
  return (
    <RejectSheet
      title="Reject this?"
      description="Nothing is written to NetSuite. The agent is told your reason."
      press="Reject"
      onReject={async (reason) => {
        const answer = await submit(action, "reject", { comment: reason });
        return answer === null || answer.leaves ? null : answer.text;
      }}
      onClose={onClose}
    >
      <SentenceBox action={asLive(action, live)} />
    </RejectSheet>
  );
}

interface BulkRejectProps extends Pick<RejectSheetProps, "onReject" | "onClose"> {
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
