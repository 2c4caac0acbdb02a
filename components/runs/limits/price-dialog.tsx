"use client";
import { useState } from "react";
import { TextField } from "@/components/ui/forms/fields";
import { ReasonSheet } from "@/components/ui/sheets/reason-sheet";
import { act } from "@/lib/operations/act";
import { MODEL_PRICES_KEY } from "@/components/runs/queries";

const empty = {
  provider: "",
  model: "",
  from: "",
  currency: "USD",
  input: "",
  cached: "",
  output: "",
  reasoning: "",
};
type Name = keyof typeof empty;
interface Field {
  name: Name;
  label: string;
  hint?: string;
  type?: "date";
}

const names: readonly Field[] = [
  { name: "provider", label: "Provider", hint: "As workflows name it, such as openai." },
  { name: "model", label: "Model", hint: "Without its provider." },
  { name: "from", label: "From", hint: "Its first day, in UTC.", type: "date" },
  { name: "currency", label: "Currency", hint: "Three letters." },
];
const amounts: readonly Field[] = [
  { name: "input", label: "Input" },
  { name: "cached", label: "Cached input", hint: "Empty: as other input." },
  { name: "output", label: "Output" },
  { name: "reasoning", label: "Reasoning", hint: "Empty: as other output." },
];

/** Sets the price of a model from a given day on. */
export function PriceDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(empty);
  const optional = (text: string) => (text.trim() === "" ? null : text.trim());
  const field = ({ name, ...rest }: Field, className: string) => (
    <TextField
      key={name}
      name={name}
      {...rest}
      className={className}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  );
  return (
    <ReasonSheet
      title="Price of a model"
      description="For a million tokens. It takes the place of a price of the same model and day. Calls since then that have no cost yet get one; a cost that is there stays."
      hint="It stands beside the price, and is kept in the ledger."
      press="Set the price"
      pressed="Setting…"
      ready={(["provider", "model", "from", "currency", "input", "output"] as const).every(
        (name) => typed[name].trim() !== "",
      )}
      rereads={[MODEL_PRICES_KEY]}
      send={(reason) =>
        act("setModelPrice", {
          provider: typed.provider.trim(),
          model: typed.model.trim(),
          from: typed.from,
          currency: typed.currency.trim().toUpperCase(),
          input: typed.input.trim(),
          cached: optional(typed.cached),
          output: typed.output.trim(),
          reasoning: optional(typed.reasoning),
          reason,
        })
      }
      done={() => `The price of ${typed.provider}/${typed.model} is set.`}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3">
        {names.map((one) => field(one, one.name === "from" ? "w-full min-w-0" : "w-full min-w-0 font-mono"))}
        {amounts.map((one) => field(one, "w-full min-w-0 text-right tabular-nums"))}
      </div>
    </ReasonSheet>
  );
}
