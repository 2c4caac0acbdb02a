"use client";
import { useRef, useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TextAreaField } from "@/components/ui/forms/fields";
import { COMMENT_LENGTH_MAX } from "@/lib/contract/decision";
import { StepForm } from "@/components/ui/sheets/step-form";

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
  return (
    <StepForm
      press={submitLabel}
      pressed="Sending…"
      tone="danger"
      sending={sending}
      ready={reason.trim() !== ""}
      onSubmit={() => onReject(reason.trim())}
      onClose={onCancel}
    >
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
        id="reject-reason"
        label="Reason"
        rows={3}
        maxLength={COMMENT_LENGTH_MAX}
        value={reason}
        disabled={sending}
        onChange={(event) => setReason(event.target.value)}
        sendsOnEnter
        placeholder="What should the agent know?"
      />
    </StepForm>
  );
}
