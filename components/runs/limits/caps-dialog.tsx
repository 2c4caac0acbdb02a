"use client";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/fields";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import type { CapsView as Caps } from "@/lib/contract/workflows/runs";
import { act } from "@/lib/operations/act";
import { formatCount } from "@/lib/view/decimal";
import { CAP_FIELDS, type CapName, readCap, readCostCap } from "@/lib/view/runs/caps";
import { CAPS_KEY } from "@/components/runs/queries";

/** New caps, with the reason for them. */
export function CapsDialog({ caps, onClose }: { caps: Caps; onClose: () => void }) {
  const [typed, setTyped] = useState<Record<CapName, string>>({
    max_concurrency: String(caps.max_concurrency),
    max_runs_per_min: String(caps.max_runs_per_min),
    max_writes_per_run: String(caps.max_writes_per_run),
  });
  const [typedCost, setTypedCost] = useState(caps.max_model_cost_per_day ?? "");
  const cost = readCostCap(typedCost);
  const read = Object.fromEntries(
    CAP_FIELDS.map((field) => [field.name, readCap(field, typed[field.name])]),
  ) as Record<CapName, number | null>;
  const fits = CAP_FIELDS.every(({ name }) => read[name] !== null) && cost !== undefined;
  const isChanged =
    CAP_FIELDS.some(({ name }) => read[name] !== caps[name]) || cost !== caps.max_model_cost_per_day;
  return (
    <ReasonSheet
      title="Caps of runs"
      description="They count from the next step and the next run on. A run that has begun keeps its cap of writes."
      hint="It stands beside the caps, and is kept in the ledger."
      press="Change"
      pressed="Changing…"
      ready={fits && isChanged}
      rereads={[CAPS_KEY]}
      send={(reason) =>
        act("setCaps", { ...(read as Record<CapName, number>), max_model_cost_per_day: cost, reason })
      }
      done={() => "The caps are changed."}
      onClose={onClose}
    >
      {CAP_FIELDS.map((field) => (
        <TextField
          key={field.name}
          name={field.name}
          label={field.title}
          error={
            read[field.name] === null
              ? `A whole number from ${field.min} to ${formatCount(field.max)}.`
              : null
          }
          inputMode="numeric"
          className="text-right tabular-nums"
          value={typed[field.name]}
          onChange={(event) => setTyped({ ...typed, [field.name]: event.target.value })}
        />
      ))}
      <TextField
        name="max_model_cost_per_day"
        label={`Model costs a day, in ${caps.currency}`}
        hint={`Empty: no cap. With one, only models with a price in ${caps.currency} are asked.`}
        error={cost === undefined ? "An amount such as 25.00, below a million." : null}
        inputMode="decimal"
        className="text-right tabular-nums"
        value={typedCost}
        onChange={(event) => setTypedCost(event.target.value)}
      />
    </ReasonSheet>
  );
}
