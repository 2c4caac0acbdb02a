"use client";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SheetBody, SheetFooter } from "@/components/ui/sheets/sheet";

const presets = [
  "The figure is wrong",
  "Wrong record or customer",
  "Not agreed with the customer",
  "Not enough evidence",
  "Not now",
];
const reasonLengthMax = 2_000;

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
        <div className="grid gap-1.5">
          <label htmlFor="reject-reason" className="text-sm font-medium">
            Reason
          </label>
          <textarea
            ref={text}
            data-focus-first
            id="reject-reason"
            rows={3}
            maxLength={reasonLengthMax}
            value={reason}
            disabled={sending}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !event.shiftKey && !event.repeat) submit(event);
            }}
            placeholder="What should the agent know?"
            className="rounded-lg border border-line-strong bg-bg px-3 py-2 text-sm max-md:text-[16px]"
          />
        </div>
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
