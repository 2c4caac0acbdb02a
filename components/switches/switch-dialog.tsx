"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { Overview } from "@/lib/contract/overview";
import { act } from "@/lib/operations/act";
import type { OverviewSwitch } from "@/lib/view/action/gesture";
import { SWITCH_WORDS } from "@/lib/view/switches";
import { countWords } from "@/lib/view/words";

/** Turning a switch is deliberate: it says what it does, asks why, and waits for the server before it shows anything. */
export function SwitchDialog({ entry, onClose }: { entry: OverviewSwitch; onClose: () => void }) {
  const queries = useQueryClient();
  const words = SWITCH_WORDS[entry.name];
  // As it was when the dialog opened: somebody else may turn the switch meanwhile.
  const [engaged] = useState(!entry.engaged);
  return (
    <ReasonSheet
      title={`${engaged ? "Engage" : "Release"} ${words.title}?`}
      description={engaged ? `Halts at once: ${words.halts}` : `Goes on again at once: ${words.halts}`}
      hint="Everyone sees it in the banner, and it is kept in the ledger."
      press={engaged ? "Engage" : "Release"}
      tone={engaged ? "danger" : "solid"}
      send={(reason) => act("setKillSwitch", { name: entry.name, engaged, reason })}
      done={({ switches, in_flight_total: hadLeft }) => {
        queries.setQueryData<Overview>(["overview"], (before) => before && { ...before, switches });
        const underWay = hadLeft > 0 ? ` ${countWords(hadLeft, "write")} had left before.` : "";
        return `${words.title} ${engaged ? "engaged" : "released"}.${underWay}`;
      }}
      rereads={[["overview"]]}
      onClose={onClose}
    />
  );
}
