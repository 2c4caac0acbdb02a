/** This room shows the lines of a roll. */
"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { Section } from "@/components/ui/page";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { EmptyState, Skeleton } from "@/components/ui/states";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LineList, LineView } from "@/lib/contract/actions/lines";
import { actionPath } from "@/components/data/actions";
import { IN_ORDER, inLineOrder, type LineOrder, movesMuch } from "@/lib/view/action/roll-lines";
import { countWords } from "@/lib/view/words";
import { LineColumns } from "./line-columns";
import { Subtotals } from "./subtotals";
import { LineRow } from "./line-row";
import { type Check, useCheck, useLines } from "./queries";
import { RollProgress } from "./roll-progress";

const filters = { all: "All", over: "Over 5 %", not_written: "Not written", drifted: "Drifted" } as const;
type Filter = keyof typeof filters;

/** The lines of a roll, in the place where another action shows its change. */
export function RollSection({ action }: { action: ActionSummary }) {
  const lines = useLines(action);
  const check = useCheck(action.id);
  const [filter, setFilter] = useState<Filter>("all");
  const [order, setOrder] = useState(IN_ORDER);
  const [summed, setSummed] = useState(false);
  const party = action.action_type.startsWith("vendor") ? "Vendor" : "Customer";
  return (
    <>
      {action.push?.lines && <RollProgress action={action} lines={action.push.lines} />}
      <Section title={`The ${action.line_count ?? 0} lines`}>
        {lines.data ? (
          <div className="@container overflow-hidden rounded-[9px] border bg-panel">
            <Toolbar
              action={action}
              filter={filter}
              onFilter={setFilter}
              check={check}
              list={lines.data}
              summed={summed}
              onSum={() => setSummed(!summed)}
              sumName={`Per ${party.toLowerCase()}`}
            />
            {summed && <Subtotals lines={lines.data.items} currency={lines.data.currency} heading={party} />}
            <LineColumns order={order} onOrder={setOrder} party={party} />
            <Rows
              list={lines.data}
              check={check}
              filter={filter}
              order={order}
              onShowAll={() => setFilter("all")}
            />
          </div>
        ) : lines.error ? (
          <ReadFailure title="The lines could not be loaded" query={lines} />
        ) : (
          <Skeleton words="Loading the lines…" lines={8} />
        )}
      </Section>
    </>
  );
}

interface ToolbarProps {
  action: ActionSummary;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  check: Check;
  list: LineList;
  summed: boolean;
  onSum: () => void;
  sumName: string;
}

function Toolbar({ action, filter, onFilter, check, list, summed, onSum, sumName }: ToolbarProps) {
  const open = action.status === "pending";
  const drifted = [...check.lines.values()].filter((line) => line.drifted).length;
  const counted = (name: Filter): number =>
    name === "all" ? list.line_count : list.items.filter((line) => passes(line, name, check)).length;
  return (
    <div className="grid gap-2 border-b p-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset aria-label="Which lines" className="flex gap-1">
          {(Object.keys(filters) as Filter[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={filter === name}
              onClick={() => onFilter(name)}
              className={cn(
                "min-h-8 rounded-lg border border-transparent px-2.5 text-xs text-ink-2 max-md:min-h-11",
                filter === name && "border-line-strong! bg-sunken font-medium text-ink!",
              )}
            >
              {filters[name]} <span className="font-mono text-2xs text-ink-3">{counted(name)}</span>
            </button>
          ))}
        </fieldset>
        <span className="flex-1" />
        <Button size="small" aria-pressed={summed} onClick={onSum} className={cn(summed && "bg-sunken!")}>
          {sumName}
        </Button>
        {open && (
          <Button size="small" disabled={check.status === "pending"} onClick={check.start}>
            {check.status === "idle" ? "Check against NetSuite" : "Check again"}
          </Button>
        )}
        <a
          href={`${actionPath(action.id)}/lines.csv`}
          download
          className="inline-flex min-h-8 items-center rounded-lg border border-line-strong px-2.5 text-xs font-medium max-md:min-h-11"
        >
          Download CSV
        </a>
      </div>
      <p aria-live="polite" className={cn("text-xs text-ink-2", check.status === "idle" && "sr-only")}>
        {check.failure ??
          (check.status === "idle"
            ? ""
            : `${check.lines.size} of ${list.line_count} lines read from NetSuite, ${drifted} changed since proposed`)}
      </p>
    </div>
  );
}

function passes(line: LineView, filter: Filter, check: Check): boolean {
  switch (filter) {
    case "all":
      return true;
    case "over":
      return movesMuch(line);
    case "not_written":
      return line.push?.status !== "applied";
    case "drifted":
      return check.lines.get(line.line_no)?.drifted ?? false;
  }
}

const estimatedRowPx = 56;

interface RowsProps {
  list: LineList;
  check: Check;
  filter: Filter;
  order: LineOrder;
  onShowAll: () => void;
}

/** Only the rows on screen and a few around them exist. */
function Rows({ list, check, filter, order, onShowAll }: RowsProps) {
  const scroller = useRef<HTMLElement>(null);
  const filtered = useMemo(
    () => inLineOrder(list.items, order).filter((line) => passes(line, filter, check)),
    [list.items, order, filter, check],
  );
  const hidden = list.line_count - filtered.length;
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used here
  const rows = useVirtualizer({
    count: filtered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    getItemKey: (index) => filtered[index]!.line_no,
    overscan: 8,
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1);
  if (filtered.length === 0) return <NoLines filter={filter} checked={check.status !== "idle"} />;
  return (
    <>
      {hidden > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 border-b bg-warn-soft px-3 py-1 text-xs font-medium text-warn">
          {countWords(hidden, "line")} of {list.line_count} not shown. The roll is approved with all of its
          lines.
          <button
            type="button"
            onClick={onShowAll}
            className="min-h-7 underline underline-offset-2 max-md:min-h-11"
          >
            Show all
          </button>
        </p>
      )}
      <section
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and keys must reach its end
        tabIndex={0}
        aria-label="Lines of this roll"
        className="relative max-h-[56vh] overflow-y-auto -outline-offset-2"
      >
        <div aria-hidden style={{ height: visible[0]?.start ?? 0 }} />
        <ol>
          {visible.map((row) => (
            <LineRow
              key={row.key}
              index={row.index}
              measure={rows.measureElement}
              line={filtered[row.index]!}
              currency={list.currency}
              live={check.lines.get(filtered[row.index]!.line_no)}
              lineCount={list.line_count}
            />
          ))}
        </ol>
        <div aria-hidden style={{ height: rows.getTotalSize() - (last?.end ?? 0) }} />
      </section>
    </>
  );
}

function NoLines({ filter, checked }: { filter: Filter; checked: boolean }) {
  if (filter === "drifted" && !checked)
    return (
      <EmptyState title="Not checked yet" text="Check against NetSuite to see which lines have changed." />
    );
  if (filter === "over")
    return <EmptyState title="No line moves over 5 %" text="Every movement is known and smaller." />;
  return filter === "drifted" ? (
    <EmptyState title="No line has changed" text="NetSuite holds what every line starts from." />
  ) : (
    <EmptyState title="Every line was written" text="Nothing is left of this roll." />
  );
}
