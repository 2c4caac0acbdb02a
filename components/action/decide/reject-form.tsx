"use client";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";
import { TextAreaField } from "@/components/ui/forms/text-area-field";
import { COMMENT_LENGTH_MAX } from "@/lib/contract/decision";

const presets = [
  "The figure is wrong",
  "Wrong record or customer",
  "Not agreed with the customer",
  "Not enough evidence",
  "Not now",
];

interface RejectFormProps {
  sending: boolean;
  submitLabel: string;
  onReject: (reason: string) => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** A reason from the list, or one's own words, or both: a preset fills the text, which can then be changed. */
export function RejectForm({ sending, submitLabel, onReject, onCancel, children }: RejectFormProps) {
  const [reason, setReason] = useState("");
  const text = useRef<HTMLTextAreaElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "" && !sending) onReject(reason.trim());
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <SheetBody>
        {children}
        <fieldset aria-label="Presets" className="flex min-w-0 flex-wrap gap-2">
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              disabled={sending}
              aria-pressed={reason === preset}
              onClick={() => {
                setReason(preset);
                text.current?.focus();
              }}
              className={cn(
                "min-h-8 rounded-full border px-3 text-xs max-md:min-h-11 max-md:text-sm",
                reason === preset
                  ? "border-ink font-medium"
                  : "border-line-strong text-ink-2 hover:bg-sunken",
              )}
            >
              {preset}
            </button>
          ))}
        </fieldset>
        <TextAreaField
          ref={text}
          data-focus-first
          id="reject-reason"
          label="Reason"
          rows={3}
          maxLength={COMMENT_LENGTH_MAX}
          value={reason}
          disabled={sending}
          onChange={(event) => setReason(event.target.value)}
          onEnter={submit}
          placeholder="What should the agent know?"
        />
      </SheetBody>
      <SheetFooter>
        <Button type="submit" tone="danger" disabled={sending || reason.trim() === ""}>
          {sending ? "Sending…" : submitLabel}
        </Button>
        <Button disabled={sending} onClick={onCancel}>
          Cancel
        </Button>
      </SheetFooter>
    </form>
  );
}
