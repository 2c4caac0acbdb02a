"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { changeRetention } from "@/app/(inbox)/retention/actions";
import { announce } from "@/components/shell/announcer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetBody, SheetFooter } from "@/components/ui/sheet";
import { Failure } from "@/components/ui/states";
import { TextField } from "@/components/ui/text-field";
import type { Retention } from "@/lib/contract/upkeep";

const reasonLengthMax = 500;
type Kind = Retention["kinds"][number];

/** A period is changed deliberately: with its limits in view, with a reason, and by the server's word. */
export function RetentionDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const queries = useQueryClient();
  const [days, setDays] = useState(String(kind.days));
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = /^\d{1,5}$/.test(days.trim()) ? Number(days) : null;
  const fits = wanted !== null && wanted >= kind.days_min && wanted <= kind.days_max;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending || !fits) return;
    setSending(true);
    setFailure(null);
    try {
      const answered = await changeRetention({ kind: kind.kind, days: wanted, reason: reason.trim() });
      if (!answered.ok) return setFailure(answered.problem.detail);
      queries.setQueryData<Retention>(["retention"], answered.result);
      announce(`${kind.title}: ${wanted} days.`);
      onClose();
    } catch {
      setFailure("No answer came back. Reload the page to see how the period stands before you try again.");
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!sending}
      title={`Keep ${kind.title.charAt(0).toLowerCase() + kind.title.slice(1)} how long?`}
      description={kind.at_end_words}
    >
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <SheetBody>
          <TextField
            id="retention-days"
            label="Days"
            inputMode="numeric"
            hint={`From ${kind.days_min} to ${kind.days_max.toLocaleString("en-US")}; shipped with ${kind.days_default}. At least ${kind.days_min}: ${kind.minimum_words}.`}
            error={fits ? null : `A whole number from ${kind.days_min} to ${kind.days_max}.`}
            value={days}
            disabled={sending}
            data-focus-first
            onChange={(event) => setDays(event.target.value)}
          />
          <TextField
            id="retention-reason"
            label="Reason"
            hint="It stands beside the period, and is kept in the ledger."
            value={reason}
            maxLength={reasonLengthMax}
            disabled={sending}
            onChange={(event) => setReason(event.target.value)}
          />
          {fits && wanted < kind.days && (
            <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
              Shorter than now: the next run {kind.at_end === "deleted" ? "deletes" : "blanks"} what is older
              than {wanted} days, and it cannot be brought back.
            </p>
          )}
          {failure && <Failure title="Nothing was changed" text={failure} />}
        </SheetBody>
        <SheetFooter>
          <Button
            type="submit"
            tone="solid"
            disabled={sending || !fits || reason.trim() === "" || wanted === kind.days}
          >
            {sending ? "Sending…" : "Change"}
          </Button>
          <Button disabled={sending} onClick={onClose}>
            Cancel
          </Button>
        </SheetFooter>
      </form>
    </Sheet>
  );
}
