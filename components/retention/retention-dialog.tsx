"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ReasonField, TextField } from "@/components/ui/forms/fields";
import type { Retention } from "@/lib/contract/retention";
import { act } from "@/lib/operations/act";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

type Kind = Retention["kinds"][number];

/** A period is changed deliberately: with its limits in view, with a reason, and by the server's word. */
export function RetentionDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const queries = useQueryClient();
  const [days, setDays] = useState(String(kind.days));
  const [reason, setReason] = useState("");
  const wanted = /^\d{1,5}$/.test(days.trim()) ? Number(days) : NaN;
  const fits = wanted >= kind.days_min && wanted <= kind.days_max;
  const send = () => act("setRetention", { kind: kind.kind, days: wanted, reason: reason.trim() });
  const done = (result: Retention) => {
    queries.setQueryData<Retention>(["retention"], result);
    return `${kind.title}: ${wanted} days.`;
  };
  return (
    <FormSheet
      title={`Keep ${kind.title.charAt(0).toLowerCase() + kind.title.slice(1)} how long?`}
      description={kind.at_end_words}
      press="Change"
      ready={fits && reason.trim() !== "" && wanted !== kind.days}
      send={send}
      done={done}
      onClose={onClose}
    >
      <TextField
        id="retention-days"
        name="days"
        label="Days"
        inputMode="numeric"
        hint={`From ${kind.days_min} to ${kind.days_max.toLocaleString("en-US")}; shipped with ${kind.days_default}. At least ${kind.days_min}: ${kind.minimum_words}.`}
        error={fits ? null : `A whole number from ${kind.days_min} to ${kind.days_max}.`}
        value={days}
        data-focus-first
        onChange={(event) => setDays(event.target.value)}
      />
      <ReasonField
        id="retention-reason"
        hint="It stands beside the period, and is kept in the ledger."
        value={reason}
        onReason={setReason}
      />
      {fits && wanted < kind.days && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          Shorter than now: the next run {kind.at_end === "deleted" ? "deletes" : "blanks"} what is older than{" "}
          {wanted} days, and it cannot be brought back.
        </p>
      )}
    </FormSheet>
  );
}
