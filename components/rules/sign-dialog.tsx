"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSteppedUp } from "@/components/step-up/stepped-up";
import { TextField } from "@/components/ui/forms/fields";
import { FormSheet } from "@/components/ui/sheets/form-sheet";
import { act } from "@/lib/operations/act";
import { actionTypeTitle, countWords } from "@/lib/view/words";

const number = { type: "number", inputMode: "numeric", min: 1 } as const;

/** Asks for types, number and duration, and shows which writes of the last 30 days it would have approved. */
export function SignDialog({ types, onClose }: { types: readonly string[]; onClose: () => void }) {
  const steppedUp = useSteppedUp();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [perDay, setPerDay] = useState("100");
  const draft = { action_types: [...chosen], per_day_max: Number(perDay) };
  const fits = chosen.length > 0 && Number.isInteger(draft.per_day_max) && draft.per_day_max >= 1;
  return (
    <FormSheet
      title="Sign a standing authorisation"
      description="Each of these writes is recorded as decided in your name."
      failed="Nothing was signed"
      press="Sign"
      pressed="Signing…"
      ready={fits}
      refreshes
      send={(form) => {
        const grant = { ...draft, valid_days: Number(form.get("valid_days")) };
        const words = `Let ${chosen.map(actionTypeTitle).join(", ")} go without a tap, ${perDay} a day for ${grant.valid_days} days`;
        return steppedUp("signStanding", grant, words);
      }}
      done={() => "It is signed."}
      onClose={onClose}
    >
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 text-sm font-medium">Types</legend>
        {types.length === 0 && <p className="text-sm text-ink-2">No type is trivial by your thresholds.</p>}
        {types.map((type) => (
          <label key={type} className="flex min-h-8 items-center gap-2.5 text-sm max-md:min-h-11">
            <input
              type="checkbox"
              className="size-4"
              checked={chosen.includes(type)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
              }
            />
            {actionTypeTitle(type)}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          name="per_day_max"
          label="Within 24 hours, at most"
          max={100_000}
          value={perDay}
          onChange={(event) => setPerDay(event.target.value)}
          {...number}
        />
        <TextField name="valid_days" label="For so many days" max={366} defaultValue={90} {...number} />
      </div>
      {fits && <Caught draft={draft} />}
    </FormSheet>
  );
}

function Caught({ draft }: { draft: { action_types: string[]; per_day_max: number } }) {
  const { data } = useQuery({
    queryKey: ["standing-preview", draft],
    queryFn: () => act("previewStanding", draft),
    refetchInterval: false,
  });
  if (!data) return <p className="text-sm text-ink-3">Looking at the last 30 days…</p>;
  if (!data.ok) return <p className="text-sm text-bad">{data.problem.detail}</p>;
  return (
    <section
      aria-label="The last 30 days under it"
      className="grid gap-1.5 rounded-lg bg-sunken px-3 py-2.5 text-sm"
    >
      <h3 className="text-xs font-medium text-ink-2">
        In the last {data.result.days} days it would have let through
      </h3>
      <ul className="grid gap-1">
        {data.result.types.map((one) => (
          <li key={one.action_type} className="text-ink-2">
            {actionTypeTitle(one.action_type)}:{" "}
            <span className="font-medium text-ink">
              {one.would_apply} of {countWords(one.proposed, "proposal")}
            </span>
            {one.over_the_day > 0 && `; ${one.over_the_day} beyond the number`}
            {one.repeated > 0 && `; ${one.repeated} repeated within a day`}
            {one.doubtful > 0 && `; ${one.doubtful} with doubtful text`}
          </li>
        ))}
      </ul>
    </section>
  );
}
