"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/text-field";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { Retention } from "@/lib/contract/settings/retention";
import { act } from "@/lib/operations/act";
import { formatCount } from "@/lib/view/decimal";

type Kind = Retention["kinds"][number];

/** A period is changed deliberately: with its limits in view, with a reason, and by the server's word. */
export function RetentionDialog({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const queries = useQueryClient();
  const [text, setText] = useState(String(kind.days));
  const days = /^\d{1,5}$/.test(text.trim()) ? Number(text) : NaN;
  const fits = days >= kind.days_min && days <= kind.days_max;
  return (
    <ReasonSheet
      title={`Keep ${kind.title.charAt(0).toLowerCase() + kind.title.slice(1)} how long?`}
      description={kind.at_end_words}
      hint="It stands beside the period, and is kept in the ledger."
      press="Change"
      ready={fits && days !== kind.days}
      send={(reason) => act("setRetention", { kind: kind.kind, days, reason })}
      done={(retention) => {
        queries.setQueryData<Retention>(["retention"], retention);
        return `${kind.title}: ${days} days.`;
      }}
      onClose={onClose}
    >
      <TextField
        name="days"
        label="Days"
        inputMode="numeric"
        hint={`From ${kind.days_min} to ${formatCount(kind.days_max)}; shipped with ${kind.days_default}. At least ${kind.days_min}: ${kind.minimum_words}.`}
        error={fits ? null : `A whole number from ${kind.days_min} to ${kind.days_max}.`}
        value={text}
        data-focus-first
        onChange={(event) => setText(event.target.value)}
      />
      {fits && days < kind.days && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          Shorter than now: the next run {kind.at_end === "deleted" ? "deletes" : "blanks"} what is older than{" "}
          {days} days, and it cannot be brought back.
        </p>
      )}
    </ReasonSheet>
  );
}
