/** This room shows what an action changes: fields, live values, versions. */
"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode, RefCallback } from "react";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { ActionSummary, ChangeView } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { driftOf } from "@/lib/view/action/as-live";
import { formatValue } from "@/lib/view/decimal";
import { fitsOnCard } from "@/lib/core/action/unshown";
import { changeText } from "@/lib/view/action/change-text";
import { EndOfChange } from "./change-heading";
import { Delta } from "./change-lines";
import { Letter } from "./letter";
import { EndOfText } from "./reading";

type Live = UseQueryResult<LiveView> | null;

interface ChangeTableProps {
  action: ActionSummary;
  live: Live;
  written?: boolean;
  /** It ended unwritten and can be proposed once more. */
  again?: boolean;
  /** Gets the lower edge of the last row. */
  watchEnd?: RefCallback<HTMLElement>;
}

/** Three columns that must agree before anybody approves: what was proposed from, what stands there now, what will be written. */
export function ChangeTable({ action, live, written = false, again = false, watchEnd }: ChangeTableProps) {
  const drift = driftOf(action, live?.data);
  const last = again || drift ? "Would be written" : written ? endedHeading(action) : "Will be written";
  if (action.letter) {
    const isKept = !action.goes_to_netsuite && last === "Will be written";
    const heading = isKept ? "Will be kept here; nothing goes to NetSuite" : last;
    return <Letter action={action} letter={action.letter} heading={heading} watchEnd={watchEnd} />;
  }
  return (
    <div
      className={cn(
        "@container overflow-clip rounded-[9px] border bg-panel",
        !fitsColumns(action, drift?.changes ?? action.changes, live) && "max-w-[35.9rem]",
      )}
    >
      <table className="w-full table-fixed border-collapse text-sm @max-xl:block">
        <thead className="@max-xl:hidden">
          <tr className="border-b">
            {["Field", ...Object.values(columnNames), last].map((name) => (
              <th key={name} scope="col" className="px-3 py-2 text-left text-xs font-medium text-ink-3">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {action.changes.map((change) => (
          <ChangeRows
            key={change.field}
            change={change}
            now={drift?.changes.find(({ field }) => field === change.field) ?? change}
            live={live}
            currency={action.impact.currency}
            last={last}
            unwritten={!again && written && action.decision !== "approve"}
            // The difference was to the value of then; what it would be now is said below.
            showsDelta={!again}
            readsOn={action.unshown !== null}
          />
        ))}
      </table>
      <EndOfChange action={action} className="border-t px-3 py-1.5" />
      {action.unshown === null && <EndOfText label="change" text={action.payload_hash} silent />}
      {watchEnd && <div ref={watchEnd} aria-hidden className="h-px" />}
    </div>
  );
}

/** A rejected or expired change was never approved: its column must not say so. */
function endedHeading(action: ActionSummary): string {
  return action.decision === "approve" ? "Approved to write" : "Was not written";
}

/** In four columns at the width at which they begin: a number of more characters would not fit, a text would be a thin strip. */
const columnCharsMax = { number: 15, text: 120 };

/** `shown`: the changes as the last column shows them, whose text may be longer than the value alone: `+1, leaves 363`. */
function fitsColumns(action: ActionSummary, shown: readonly ChangeView[], live: Live): boolean {
  const { currency } = action.impact;
  const read = live?.data?.state === "read" ? live.data.values : [];
  return action.changes.every((change) => {
    const { kind, field, from, proposed_live: then, to } = change;
    const current = read.find((entry) => entry.field === field)?.value ?? null;
    const written = shown.find((entry) => entry.field === field) ?? change;
    const texts = [from, then, current].map((value) =>
      value === null || kind === "text" ? (value ?? "") : formatValue(value, kind, currency),
    );
    const most = kind === "text" ? columnCharsMax.text : columnCharsMax.number;
    const last = kind === "text" ? (to ?? "") : changeText(written, currency).to;
    return [...texts, last].every((text) => text.length <= most);
  });
}

const columnNames = { proposed: "When proposed", now: "In NetSuite now" };

interface ChangeRowsProps {
  change: ChangeView;
  /** Its difference: under drift from the present value. */
  now: ChangeView;
  live: Live;
  currency: string;
  /** The name of the last column. */
  last: string;
  /** It was turned down or ran out: what it would have written is no news. */
  unwritten: boolean;
  showsDelta: boolean;
  /** A card does not show it whole: its long texts say where they end. */
  readsOn: boolean;
}

function ChangeRows({ change, now, live, currency, last, unwritten, showsDelta, readsOn }: ChangeRowsProps) {
  const before = change.proposed_live ?? change.from;
  const differs =
    change.from !== null && change.proposed_live !== null && change.from !== change.proposed_live;
  const isText = change.kind === "text";
  const takesTooMuch = showsDelta && now.leaves?.startsWith("-") === true;
  const tone = unwritten
    ? "bg-bg text-ink-2"
    : takesTooMuch
      ? "bg-warn-soft text-warn"
      : "bg-good-soft text-good";
  return (
    <tbody className="border-b border-line/70 last:border-0 @max-xl:block" data-field={change.field}>
      <tr className="@max-xl:block">
        <th
          scope="row"
          className="px-3 py-2.5 text-left align-top font-normal @max-xl:block @max-xl:pb-1 @max-xl:font-medium"
        >
          {change.label}{" "}
          {change.label !== change.field && (
            <span className="font-mono text-2xs font-normal break-words text-ink-3 @xl:block">
              {change.field}
            </span>
          )}
        </th>
        <Cell column={columnNames.proposed} isText={isText}>
          <FieldText value={before} change={change} currency={currency} />
          {differs && (
            <span className="block font-sans text-xs font-medium text-warn">
              agent said <FieldText value={change.from} change={change} currency={currency} />
            </span>
          )}
        </Cell>
        <LiveCell change={change} live={live} currency={currency} />
        <Cell column={last} isText={isText} className={cn("font-semibold", tone)}>
          {/* The stock left behind is known only for a pending action. */}
          <span data-written>
            <FieldText
              value={change.to}
              change={showsDelta ? now : { ...change, leaves: null }}
              currency={currency}
              written
            />
          </span>
          {readsOn && change.to !== null && !fitsOnCard(change.to) && (
            <EndOfText label={change.label} text={change.to} />
          )}
          {showsDelta && (
            <Delta
              change={now}
              currency={currency}
              stacked
              className={cn("block font-normal", unwritten ? "text-ink-2!" : "text-good!")}
            />
          )}
        </Cell>
      </tr>
    </tbody>
  );
}

interface CellProps {
  /** Where the table has no room for columns, their names stand before the values. */
  column: string;
  isText: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A value in its column, or below the one before it where the columns would be too narrow for a number. There a value that is
 * too long to stand beside its name gets a line of its own.
 */
function Cell({ column, isText, className, children }: CellProps) {
  return (
    <td
      data-column={column}
      className={cn(
        "px-3 py-2.5 align-top text-[13px] @max-xl:flex @max-xl:flex-wrap @max-xl:gap-x-3 @max-xl:py-1.5",
        "@max-xl:before:w-29 @max-xl:before:shrink-0 @max-xl:before:pt-px @max-xl:before:font-sans @max-xl:before:text-xs @max-xl:before:font-normal @max-xl:before:text-ink-3 @max-xl:before:content-[attr(data-column)]",
        className,
      )}
    >
      <div
        className={cn(
          "min-w-0 @max-xl:flex-auto",
          isText ? "break-words whitespace-pre-wrap" : "font-mono break-words",
        )}
      >
        {children}
      </div>
    </td>
  );
}

interface LiveCellProps {
  change: ChangeView;
  live: Live;
  currency: string;
}

function LiveCell({ change, live, currency }: LiveCellProps) {
  const column = columnNames.now;
  const words = (text: string, className = "text-ink-3") => (
    <Cell column={column} isText className={cn("text-xs!", className)}>
      {text}
    </Cell>
  );
  if (live === null) return words("no longer read");
  if (!live.data)
    return (
      <Cell column={column} isText className="text-xs! text-ink-3">
        {live.isError ? "could not be read" : "Reading…"}
        {/* Keeps the row as high as it will be, so that nothing moves when the value comes. */}
        <span aria-hidden className="block">
          {"\u00a0"}
        </span>
      </Cell>
    );
  if (live.data.state === "unreadable") return words("could not be read", "text-warn");
  if (live.data.state === "record_missing")
    return words("record is gone", "text-[13px]! font-semibold text-bad");
  const entry = live.data.values.find((item) => item.field === change.field);
  if (!entry) return words("not read for this field");
  return (
    <Cell
      column={column}
      isText={change.kind === "text"}
      className={entry.drifted ? "bg-warn-soft font-semibold text-warn" : undefined}
    >
      <FieldText value={entry.value} change={change} currency={currency} />
      <span
        className={cn("block font-sans text-xs", entry.drifted ? "font-semibold" : "font-normal text-ink-3")}
      >
        {entry.drifted ? "changed since proposed" : "unchanged"}
      </span>
    </Cell>
  );
}

interface FieldTextProps {
  value: string | null;
  change: ChangeView;
  currency: string;
  /** The value that would be written; the others stand there, or stood. */
  written?: boolean;
}

function FieldText({ value, change, currency, written = false }: FieldTextProps) {
  if (value === null || value === "") {
    const words = value === "" ? "(empty)" : written ? "(emptied)" : "no value";
    return <span className="font-sans text-ink-3">{words}</span>;
  }
  return change.kind === "text" ? (
    <UntrustedText>{value}</UntrustedText>
  ) : written ? (
    // Two long numbers with an arrow between them may take two lines, each number whole.
    <span className={change.is_difference ? undefined : "whitespace-nowrap"}>
      {changeText(change, currency).to}
    </span>
  ) : (
    <span className="whitespace-nowrap">{formatValue(value, change.kind, currency)}</span>
  );
}
