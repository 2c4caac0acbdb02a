"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { changeKillSwitch } from "@/app/(inbox)/actions";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import type { Overview } from "@/lib/contract/action-view";
import type { OverviewSwitch } from "@/lib/view/gesture";
import { switchWords } from "@/lib/view/switches";

const reasonLengthMax = 500;

/** Turning a switch is deliberate: it says what it does, asks why, and waits for the server before it shows anything. */
export function SwitchDialog({ entry, onClose }: { entry: OverviewSwitch; onClose: () => void }) {
  const queries = useQueryClient();
  const words = switchWords(entry.name);
  const engaging = !entry.engaged;
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      const answered = await changeKillSwitch({ name: entry.name, engaged: engaging, reason: reason.trim() });
      if (!answered.ok) return setFailure(answered.problem.detail);
      queries.setQueryData<Overview>(
        ["overview"],
        (before) => before && { ...before, switches: answered.result },
      );
      void queries.invalidateQueries({ queryKey: ["overview"] });
      announce(`${words.title} ${engaging ? "engaged" : "released"}.`);
      onClose();
    } catch {
      setFailure("No answer came back. Reload the page to see how the switch stands before you try again.");
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title={`${engaging ? "Engage" : "Release"} ${words.title}?`}
      description={engaging ? `Halts at once: ${words.halts}` : `Goes on again at once: ${words.halts}`}
    >
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <SheetBody>
          <TextField
            id="switch-reason"
            label="Reason"
            hint="Everyone sees it in the banner, and it is kept in the ledger."
            value={reason}
            maxLength={reasonLengthMax}
            disabled={sending}
            data-focus-first
            onChange={(event) => setReason(event.target.value)}
          />
          {failure && <Failure title="Nothing was changed" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button
            type="submit"
            tone={engaging ? "danger" : "solid"}
            disabled={sending || reason.trim() === ""}
          >
            {sending ? "Sending…" : engaging ? "Engage" : "Release"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
