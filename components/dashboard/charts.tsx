"use client";
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ReactElement } from "react";
import type { Dashboard } from "@/lib/contract/monitoring/overview";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { durationText, durationTicks, measuredText } from "@/lib/view/time";
import { plainWords, sentenceCase } from "@/lib/view/words";
import { ChartFrame } from "./chart-frame";

const axis = { tick: { fontSize: 11, fill: "var(--ink-3)" }, tickLine: false, axisLine: false };
const tooltip = {
  contentStyle: {
    background: "var(--panel)",
    border: "1px solid var(--line-strong)",
    borderRadius: 8,
    fontSize: 12,
    color: "var(--ink)",
  },
  cursor: { fill: "var(--sunken)" },
};
// The names stay in ink: a pale series would be unreadable in its own colour.
const legend = {
  iconSize: 8,
  wrapperStyle: { fontSize: 12 },
  formatter: (name: string) => <span className="text-ink-2">{name}</span>,
};
const outcomeColour: Record<string, string> = {
  applied: "var(--t2)",
  queued: "var(--t1)",
  pushing: "var(--accent)",
  unknown: "var(--t3)",
  stale: "var(--t4)",
  dead: "var(--t5)",
  cancelled: "var(--line-strong)",
};

const dayBars = [
  { dataKey: "approved", name: "Approved", fill: "var(--t2)" },
  { dataKey: "by_policy", name: "By policy", fill: "var(--t1)" },
  { dataKey: "rejected", name: "Rejected", fill: "var(--t5)" },
  { dataKey: "expired", name: "Expired", fill: "var(--line-strong)" },
];

export function Charts({ dashboard }: { dashboard: Dashboard }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <DecidedByDay rows={dashboard.decided_by_day} />
      <DecisionTime rows={dashboard.decision_time_by_tier} />
      <Counted
        title="Push outcomes"
        first="Outcome"
        rows={dashboard.push_outcomes.map((row) => ({ name: row.status, count: row.count }))}
        empty="No write has been sent in the last seven days."
      />
      <Counted
        title="Dead letters by cause"
        first="Cause"
        rows={dashboard.dead_letters_by_cause.map((row) => ({ name: row.code, count: row.count }))}
        empty="No dead letters in the last seven days."
      />
    </div>
  );
}

function Plot({ children }: { children: ReactElement }) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 400, height: 208 }}>
      {children}
    </ResponsiveContainer>
  );
}

function DecidedByDay({ rows }: { rows: Dashboard["decided_by_day"] }) {
  return (
    <ChartFrame
      title="Decided by day"
      columns={["Day", "Approved", "By policy", "Rejected", "Expired"]}
      rows={rows.map((row) => [row.day.slice(0, 10), row.approved, row.by_policy, row.rejected, row.expired])}
      empty="Nobody has decided anything in the last seven days."
    >
      <Plot>
        <BarChart data={rows} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" {...axis} tickFormatter={(day: string) => day.slice(5, 10)} />
          <YAxis {...axis} width={32} allowDecimals={false} />
          <Tooltip {...tooltip} />
          <Legend {...legend} />
          {dayBars.map((bar) => (
            <Bar key={bar.dataKey} isAnimationActive={false} stackId="day" {...bar} />
          ))}
        </BarChart>
      </Plot>
    </ChartFrame>
  );
}

function DecisionTime({ rows }: { rows: Dashboard["decision_time_by_tier"] }) {
  const measured = rows.filter((row) => row.median_ms !== null);
  const ticks = durationTicks(Math.max(0, ...measured.map((row) => row.p90_ms ?? row.median_ms ?? 0)));
  return (
    <ChartFrame
      title="Decision time by tier"
      columns={["Tier", "Decisions", "Median", "p90"]}
      rows={measured.map((row) => [
        tierLabel(row.tier),
        row.decisions,
        measuredText(row.median_ms ?? 0),
        row.p90_ms === null ? "—" : measuredText(row.p90_ms),
      ])}
      empty="No decision has been made in the last seven days."
    >
      <Plot>
        <BarChart data={measured} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="tier" {...axis} tickFormatter={(tier: number) => `L${tier}`} />
          <YAxis
            {...axis}
            width={72}
            ticks={ticks}
            domain={[0, ticks.at(-1)!]}
            tickFormatter={(ms: number) => (ms === 0 ? "0" : durationText(ms))}
          />
          <Tooltip
            {...tooltip}
            formatter={(value) => measuredText(Number(value))}
            labelFormatter={(tier) => `L${String(tier)}`}
          />
          <Legend {...legend} />
          <Bar isAnimationActive={false} dataKey="median_ms" name="Median" fill="var(--ink-2)" />
          <Bar isAnimationActive={false} dataKey="p90_ms" name="p90" fill="var(--line-strong)" />
        </BarChart>
      </Plot>
    </ChartFrame>
  );
}

interface CountedProps {
  title: string;
  first: string;
  rows: { name: string; count: number }[];
  empty: string;
}

function Counted({ title, first, rows, empty }: CountedProps) {
  return (
    <ChartFrame
      title={title}
      columns={[first, "Count"]}
      rows={rows.map((row) => [sentenceCase(plainWords(row.name)), row.count])}
      empty={empty}
    >
      <Plot>
        <BarChart data={rows} layout="vertical" accessibilityLayer={false}>
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis type="number" {...axis} allowDecimals={false} />
          <YAxis type="category" dataKey="name" {...axis} width={132} tickFormatter={plainWords} />
          <Tooltip {...tooltip} />
          <Bar isAnimationActive={false} dataKey="count" name="Count" barSize={16}>
            {rows.map((row) => (
              <Cell key={row.name} fill={outcomeColour[row.name] ?? "var(--t5)"} />
            ))}
          </Bar>
        </BarChart>
      </Plot>
    </ChartFrame>
  );
}
