"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ReasonField } from "@/components/ui/forms/fields";
import type { Overview } from "@/lib/contract/overview";
import { act } from "@/lib/operations/act";
import type { OverviewSwitch } from "@/lib/view/action/gesture";
import { switchWords } from "@/lib/view/switches";
import { FormSheet } from "@/components/ui/sheets/form-sheet";

/** Turning a switch is deliberate: it says what it does, asks why, and waits for the server before it shows anything. */
export function SwitchDialog({ entry, onClose }: { entry: OverviewSwitch; onClose: () => void }) {
  const queries = useQueryClient();
  const words = switchWords(entry.name);
  const engaging = !entry.engaged;
  const [reason, setReason] = useState("");
  const send = () => act("setKillSwitch", { name: entry.name, engaged: engaging, reason: reason.trim() });
  const done = ({ switches }: Pick<Overview, "switches">) => {
    queries.setQueryData<Overview>(["overview"], (before) => before && { ...before, switches });
    return `${words.title} ${engaging ? "engaged" : "released"}.`;
  };
  return (
    <FormSheet
      title={`${engaging ? "Engage" : "Release"} ${words.title}?`}
      description={engaging ? `Halts at once: ${words.halts}` : `Goes on again at once: ${words.halts}`}
      press={engaging ? "Engage" : "Release"}
      tone={engaging ? "danger" : "solid"}
      ready={reason.trim() !== ""}
      send={send}
      done={done}
      rereads={[["overview"]]}
      onClose={onClose}
    >
      <ReasonField
        id="switch-reason"
        hint="Everyone sees it in the banner, and it is kept in the ledger."
        value={reason}
        data-focus-first
        onReason={setReason}
      />
    </FormSheet>
  );
}
