/** This room shows what an action changes: fields, live values, versions. */
"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { ActionSummary, ChangeView, LiveView } from "@/lib/contract/action-view";
import { formatValue } from "@/lib/view/decimal";
import { Delta } from "./change-lines";

type Live = UseQueryResult<LiveView> | null;

interface ChangeTableProps {
  action: ActionSummary;
  live: Live;
  written?: boolean;
  /** It ended unwritten and can be proposed once more. */
  again?: boolean;
}

/** Three columns that must agree before anybody approves: what was proposed from, what stands there now, what will be written. */
export function ChangeTable({ action, live, written = false, again = false }: ChangeTableProps) {
  const last = again ? "Would be written" : written ? endedHeading(action) : "Will be written";
  return (
    <div className="overflow-hidden rounded-[9px] border bg-panel">
      <table className="w-full table-fixed border-collapse text-sm">
        <thead>
          <tr className="border-b">
            {["Field", "When proposed", "In NetSuite now", last].map((name) => (
              <th
                key={name}
                scope="col"
                className="px-3 py-2 text-left text-xs font-medium text-ink-3 max-md:first:hidden"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {action.changes.map((change) => (
          <ChangeRows
            key={change.field}
            change={change}
            live={live}
            currency={action.impact.currency}
            // The difference was to the value of then; what it would be now is said below.
            showsDelta={!again}
          />
        ))}
      </table>
    </div>
  );
}

/** A rejected or expired change was never approved: its column must not say so. */
function endedHeading(action: ActionSummary): string {
  return action.decision === "approve" ? "Approved to write" : "Was not written";
}

interface ChangeRowsProps {
  change: ChangeView;
  live: Live;
  currency: string;
  showsDelta: boolean;
}

function ChangeRows({ change, live, currency, showsDelta }: ChangeRowsProps) {
  const before = change.proposed_live ?? change.from;
  const differs =
    change.from !== null && change.proposed_live !== null && change.from !== change.proposed_live;
  const value = cn(
    "px-3 py-2.5 align-top text-[13px] break-words whitespace-pre-wrap",
    change.kind !== "text" && "font-mono",
  );
  const name = (
    <>
      {change.label}{" "}
      {change.label !== change.field && (
        <span className="font-mono text-2xs font-normal text-ink-3 md:block">{change.field}</span>
      )}
    </>
  );
  return (
    <tbody className="border-b border-line/70 last:border-0">
      <tr className="md:hidden">
        <th scope="rowgroup" colSpan={3} className="px-3 pt-2.5 text-left font-medium">
          {name}
        </th>
      </tr>
      <tr>
        <th scope="row" className="px-3 py-2.5 text-left align-top font-normal max-md:hidden">
          {name}
        </th>
        <td className={value}>
          <FieldText value={before} change={change} currency={currency} />
          {differs && (
            <span className="block font-sans text-xs font-medium text-warn">
              agent said <FieldText value={change.from} change={change} currency={currency} />
            </span>
          )}
        </td>
        <LiveCell change={change} live={live} currency={currency} className={value} />
        <td className={cn(value, "bg-good-soft font-semibold text-good")}>
          <FieldText value={change.to} change={change} currency={currency} emptied />
          {showsDelta && (
            <Delta change={change} currency={currency} stacked className="block font-normal text-good!" />
          )}
        </td>
      </tr>
    </tbody>
  );
}

interface LiveCellProps {
  change: ChangeView;
  live: Live;
  currency: string;
  className: string;
}

function LiveCell({ change, live, currency, className }: LiveCellProps) {
  const words = "font-sans! text-xs! text-ink-3";
  if (live === null) return <td className={cn(className, words)}>not read any more</td>;
  if (!live.data)
    return (
      <td className={cn(className, words)}>
        {live.isError ? "could not be read" : "Reading…"}
        {/* Keeps the row as high as it will be, so that nothing moves when the value comes. */}
        <span aria-hidden className="block">
          {"\u00a0"}
        </span>
      </td>
    );
  if (live.data.state === "unreadable")
    return <td className={cn(className, words, "text-warn!")}>could not be read</td>;
  if (live.data.state === "record_missing")
    return <td className={cn(className, "font-sans! font-semibold text-bad")}>record is gone</td>;
  const entry = live.data.values.find((item) => item.field === change.field);
  if (!entry) return <td className={cn(className, words)}>—</td>;
  return (
    <td className={cn(className, entry.drifted && "bg-warn-soft font-semibold text-warn")}>
      <FieldText value={entry.value} change={change} currency={currency} />
      <span
        className={cn("block font-sans text-xs", entry.drifted ? "font-semibold" : "font-normal text-ink-3")}
      >
        {entry.drifted ? "changed since proposed" : "unchanged"}
      </span>
    </td>
  );
}

interface FieldTextProps {
  value: string | null;
  change: ChangeView;
  currency: string;
  emptied?: boolean;
}

function FieldText({ value, change, currency, emptied = false }: FieldTextProps) {
  if (value === null || value === "") {
    const words = value === "" ? "(empty)" : emptied ? "(emptied)" : "—";
    return <span className="font-sans text-ink-3">{words}</span>;
  }
  return change.kind === "text" ? (
    <UntrustedText>{value}</UntrustedText>
  ) : (
    formatValue(value, change.kind, currency)
  );
}
