"use client";
import { useState } from "react";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { inPlainText } from "@/lib/core/values/shown-text";
import type { ListFilter } from "@/lib/view/views";
import { FilterChoice } from "./filter-choice";
import { HistoryFilters } from "./history-filters";
import type { SetFilter } from "./use-filter";

type Field = "type" | "agent" | "customer";
const fields: { field: Field; label: string; any: string }[] = [
  { field: "type", label: "Type", any: "Any type" },
  { field: "agent", label: "Agent", any: "Any agent" },
  { field: "customer", label: "Customer", any: "Any customer" },
];

type Choices = Record<Field, ReadonlyMap<string, string>>;
const noChoices: Choices = { type: new Map(), agent: new Map(), customer: new Map() };

function withChoicesOf(items: readonly ActionSummary[], before: Choices): Choices {
  const after = {
    type: new Map(before.type),
    agent: new Map(before.agent),
    customer: new Map(before.customer),
  };
  for (const item of items) {
    after.type.set(item.action_type, item.title);
    after.agent.set(item.agent, item.agent);
    if (item.customer) after.customer.set(item.customer, inPlainText(item.customer));
  }
  return after;
}

interface FilterRowProps {
  filter: ListFilter;
  setFilter: SetFilter;
  items: readonly ActionSummary[];
}

/** Narrow by type, agent or customer; the choices are those met in the lists so far. */
export function FilterRow({ filter, setFilter, items }: FilterRowProps) {
  const [state, setState] = useState({ items, choices: withChoicesOf(items, noChoices) });
  if (state.items !== items) setState({ items, choices: withChoicesOf(items, state.choices) });
  return (
    <fieldset
      aria-label="Filters"
      className="grid min-w-0 shrink-0 grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2 border-b px-3.5 py-2 max-md:grid-cols-2 max-md:[&>select:first-child]:col-span-full"
    >
      {fields.map(({ field, label, any }) => {
        const value = filter[field];
        const choices = new Map(state.choices[field]);
        if (value) choices.set(value, choices.get(value) ?? value);
        return (
          <FilterChoice
            key={field}
            label={label}
            any={any}
            value={value}
            choices={[...choices].sort((a, b) => a[1].localeCompare(b[1]))}
            onChoose={(code) => setFilter({ [field]: code })}
          />
        );
      })}
      {filter.view === "history" && <HistoryFilters filter={filter} setFilter={setFilter} />}
    </fieldset>
  );
}
