"use client";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { TextField } from "@/components/ui/forms/fields";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { ProposalLimitsView } from "@/lib/contract/settings/proposal-limits";

const FIELDS = [
  [
    "per_minute_max",
    "Proposals a minute",
    "Of all agents together. Empty: as many as the installation allows.",
  ],
  [
    "pending_max",
    "Waiting in the inbox",
    "Whoever proposed them. More are refused: people have fallen behind.",
  ],
  ["high_max", "Waiting at L4 and L5", "They are decided one by one."],
  ["agent_high_max", "Of one agent at L4 and L5", "Each agent has a limit of its own for all tiers."],
  ["record_max", "Waiting for one record", "By all agents together."],
  ["record_high_max", "For one record at L4 and L5", "By all agents together."],
] as const;
type Name = (typeof FIELDS)[number][0];
type Texts = Record<Name, string>;

const textsOf = (limits: ProposalLimitsView): Texts =>
  Object.fromEntries(
    FIELDS.map(([name]) => [name, limits[name] === null ? "" : String(limits[name])]),
  ) as Texts;

export function LimitsDialog({ limits, onClose }: { limits: ProposalLimitsView; onClose: () => void }) {
  const steppedUp = useSteppedUp();
  const before = textsOf(limits);
  const [texts, setTexts] = useState(before);
  const changed = FIELDS.map(([name]) => name).filter((name) => texts[name].trim() !== before[name]);
  const isNumber = (name: Name) =>
    /^[1-9]\d{0,5}$/.test(texts[name].trim()) || (name === "per_minute_max" && texts[name].trim() === "");
  const valueOf = (name: Name) => (texts[name].trim() === "" ? null : Number(texts[name]));
  return (
    <ReasonSheet
      title="Limits of all agents together"
      description="They hold for proposals from now on; what waits already stays. A higher limit needs a code."
      hint="It stands beside the limits, and is kept in the ledger."
      press="Change"
      pressed="Changing…"
      ready={changed.length > 0 && changed.every(isNumber)}
      refreshes
      send={(reason) => {
        const change = Object.fromEntries(changed.map((name) => [name, valueOf(name)]));
        return steppedUp("changeProposalLimits", { ...change, reason }, "Let agents propose more");
      }}
      done={() => "The limits are changed."}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        {FIELDS.map(([name, label, hint]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            hint={hint}
            error={isNumber(name) ? null : "A whole number from 1 on."}
            {...(name === FIELDS[0][0] && { "data-focus-first": true })}
            inputMode="numeric"
            maxLength={6}
            className="text-right tabular-nums"
            value={texts[name]}
            onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
          />
        ))}
      </div>
    </ReasonSheet>
  );
}
