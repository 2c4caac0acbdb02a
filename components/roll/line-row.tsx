import type { RefCallback } from "react";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { LineView } from "@/lib/contract/actions/lines";
import { formatCents, formatDelta, formatPercent, formatValue } from "@/lib/view/decimal";
import { lineWords, unweighedText } from "@/lib/view/action/line-words";
import type { LiveLine } from "./queries";

interface LineRowProps {
  line: LineView;
  currency: string;
  live: LiveLine | undefined;
  lineCount: number;
  /** In a virtual list: its place there, and who measures it. */
  index?: number;
  measure?: (row: HTMLLIElement | null) => void;
  /** Gets the lower edge of this line: once it has been in view, the line has been to its end. */
  watchEnd?: RefCallback<HTMLElement> | undefined;
}

/** One line: what, for whom, from → to, what it is worth and what became of it. Two rows in a narrow list, one in a wide one. */
export function LineRow({ line, currency, live, lineCount, index, measure, watchEnd }: LineRowProps) {
  const change = line.changes[0];
  if (!change) return null;
  const before = change.proposed_live ?? change.from;
  const words = lineWords(line.push);
  return (
    <li
      ref={measure}
      data-index={index}
      data-line-no={line.line_no}
      data-line-state={line.push?.status ?? "proposed"}
      aria-posinset={line.line_no}
      aria-setsize={lineCount}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-baseline gap-x-2 border-b border-line/70 px-3 py-2 text-sm @2xl:grid-cols-[2.5rem_minmax(0,1.2fr)_minmax(11rem,1fr)_6.5rem_7rem]"
    >
      <span className="font-mono text-2xs text-ink-3">{line.line_no}</span>
      <span className="min-w-0">
        <span className="block font-medium break-words">
          <UntrustedText>{line.subject}</UntrustedText>
        </span>
        <span className="block text-xs break-words text-ink-2">
          <span className="font-mono">
            <UntrustedText>{line.entity_ref}</UntrustedText>
          </span>
          {line.party && (
            <>
              {" · "}
              <UntrustedText>{line.party}</UntrustedText>
            </>
          )}
          {!line.verified && <span className="text-warn"> · not verified</span>}
        </span>
      </span>
      <span className="text-right font-mono text-[13px] @2xl:text-left">
        {before !== null && (
          <s className="whitespace-nowrap text-ink-3">{formatValue(before, change.kind, currency)}</s>
        )}
        <span aria-hidden> → </span>
        <span className="sr-only"> becomes </span>
        <span className="font-semibold whitespace-nowrap">
          {change.to === null ? "(emptied)" : formatValue(change.to, change.kind, currency)}
        </span>
        {change.delta !== null && (
          <span className="block font-sans text-2xs whitespace-nowrap text-ink-2">
            {formatDelta(change.delta, change.kind, currency)}
            {change.delta_percent !== null && ` · ${formatPercent(change.delta_percent, { signed: true })}`}
          </span>
        )}
      </span>
      <span className="col-start-2 font-mono text-xs whitespace-nowrap text-ink-2 @2xl:col-start-auto @2xl:text-right">
        {line.impact_cents === null ? (
          <span className="font-sans">{unweighedText(line)}</span>
        ) : (
          <>
            {formatCents(line.impact_cents, currency, { signed: true })}
            <span className="font-sans text-ink-3 @2xl:hidden"> a year</span>
          </>
        )}
      </span>
      <State line={line} live={live} currency={currency} />
      {words?.text && (
        <span className="col-start-2 -col-end-1 text-xs break-words text-ink-2">{words.text}</span>
      )}
      {watchEnd && <span ref={watchEnd} aria-hidden className="col-span-full -mb-px h-px" />}
    </li>
  );
}

function State({ line, live, currency }: Pick<LineRowProps, "line" | "live" | "currency">) {
  const words = lineWords(line.push);
  const kind = line.changes[0]?.kind ?? "text";
  const drift = live?.drifted ?? false;
  return (
    <span className="grid justify-items-end gap-0.5 text-2xs">
      {words && <Badge tone={words.tone}>{words.title}</Badge>}
      {live && !line.push && (
        <span className={cn(drift ? "font-semibold text-warn" : "text-ink-3")}>
          {live.state === "record_missing"
            ? "record is gone"
            : live.state === "unreadable"
              ? "not readable"
              : drift
                ? `now ${live.value === null ? "empty" : formatValue(live.value, kind, currency)}`
                : "unchanged"}
        </span>
      )}
    </span>
  );
}
