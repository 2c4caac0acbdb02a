"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { Overview } from "@/lib/contract/monitoring/overview";
import type { OverviewSwitch } from "@/lib/view/action/gesture";
import { SWITCH_WORDS } from "@/lib/view/switch-words";
import { SWITCH_TITLES } from "@/lib/view/switches";
import { EngagedSheet, hadLeftWords } from "./engaged-sheet";

/** Why somebody stops the gateway before they know more. */
const REASONS = [
  "An agent proposes wrong writes",
  "Something looks wrong in NetSuite",
  "Maintenance in NetSuite",
  "I am looking into it",
];

/** The words about a release, where those about the halt would not be true of it. */
const RESUMES: Partial<Record<OverviewSwitch["name"], string>> = {
  ns_writes: "Every write to NetSuite, with those that were approved meanwhile.",
};

/** Turning a switch is deliberate: it says what it does, asks why, and waits for the server before it shows anything. */
export function SwitchDialog({ entry, onClose }: { entry: OverviewSwitch; onClose: () => void }) {
  const queries = useQueryClient();
  const steppedUp = useSteppedUp();
  const words = SWITCH_WORDS[entry.name];
  // As it was when the dialog opened: somebody else may turn the switch meanwhile.
  const [{ engaged, since }] = useState({ engaged: !entry.engaged, since: entry.since });
  return (
    <ReasonSheet
      title={`${engaged ? "Engage" : "Release"} ${SWITCH_TITLES[entry.name]}?`}
      description={
        engaged
          ? `Halts at once: ${words.halts}`
          : `Goes on again at once: ${RESUMES[entry.name] ?? words.halts}`
      }
      hint={
        engaged
          ? "Everyone sees it in the banner, and it is kept in the ledger."
          : "It is kept in the ledger."
      }
      press={engaged ? "Engage" : "Release"}
      tone={engaged ? "danger" : "solid"}
      presets={engaged ? REASONS : []}
      send={(reason) =>
        steppedUp(
          "setKillSwitch",
          { name: entry.name, engaged, reason, ...(!engaged && since !== null && { since }) },
          `${engaged ? "Engage" : "Release"} ${SWITCH_TITLES[entry.name]}`,
        )
      }
      done={({ switches, in_flight_total: hadLeft }) => {
        queries.setQueryData<Overview>(["overview"], (before) => before && { ...before, switches });
        return engaged
          ? `${SWITCH_TITLES[entry.name]} engaged. ${hadLeftWords(hadLeft)}`
          : `${SWITCH_TITLES[entry.name]} released.`;
      }}
      renderNext={(change) =>
        engaged && (
          <EngagedSheet title={`${SWITCH_TITLES[entry.name]} engaged`} change={change} onClose={onClose} />
        )
      }
      rereads={[["overview"]]}
      onClose={onClose}
    />
  );
}
