"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAnswer } from "@/components/ui/forms/use-submission";
import { announce } from "@/components/ui/announcer";
import { ReasonField } from "@/components/ui/forms/reason-field";
import { Sheet } from "@/components/ui/sheets/sheet";
import { SheetForm } from "@/components/ui/sheets/sheet-form";
import type { Overview } from "@/lib/contract/action-view";
import { act } from "@/lib/operations/act";
import type { OverviewSwitch } from "@/lib/view/action/gesture";
import { switchWords } from "@/lib/view/switches";

/** Turning a switch is deliberate: it says what it does, asks why, and waits for the server before it shows anything. */
export function SwitchDialog({ entry, onClose }: { entry: OverviewSwitch; onClose: () => void }) {
  const queries = useQueryClient();
  const words = switchWords(entry.name);
  const engaging = !entry.engaged;
  const [reason, setReason] = useState("");
  const asking = useAnswer(["reason"]);
  const submit = async () => {
    const input = { name: entry.name, engaged: engaging, reason: reason.trim() };
    const changed = await asking.ask(() => act("setKillSwitch", input));
    if (!changed) return;
    queries.setQueryData<Overview>(
      ["overview"],
      (before) => before && { ...before, switches: changed.switches },
    );
    void queries.invalidateQueries({ queryKey: ["overview"] });
    announce(`${words.title} ${engaging ? "engaged" : "released"}.`);
    onClose();
  };
  return (
    <Sheet
      open
      onOpenChange={onClose}
      closable={!asking.sending}
      title={`${engaging ? "Engage" : "Release"} ${words.title}?`}
      description={engaging ? `Halts at once: ${words.halts}` : `Goes on again at once: ${words.halts}`}
    >
      <SheetForm
        asking={asking}
        failed="Nothing was changed"
        press={engaging ? "Engage" : "Release"}
        pressed="Sending…"
        tone={engaging ? "danger" : "solid"}
        ready={reason.trim() !== ""}
        onSubmit={submit}
        onClose={onClose}
      >
        <ReasonField
          id="switch-reason"
          hint="Everyone sees it in the banner, and it is kept in the ledger."
          error={asking.errorOf("reason")}
          value={reason}
          disabled={asking.sending}
          data-focus-first
          onReason={setReason}
        />
      </SheetForm>
    </Sheet>
  );
}
