/** This room shows the company's figures. */
"use client";
import dynamic from "next/dynamic";
import { Icon } from "@/components/ui/icons/icon";
import { useNow } from "@/components/state/clock";
import { useOverview } from "@/components/data/overview";
import { useRead } from "@/components/data/use-read";
import { TierBadge } from "@/components/action/change/tier-badge";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { Dashboard, Overview } from "@/lib/contract/monitoring/overview";
import { durationText, measuredText } from "@/lib/view/time";
import { LaneHistory } from "./lane-history";
import { PageFrame, PageSection } from "@/components/ui/page";
import { formatCount } from "@/lib/view/decimal";

// The charts' library is as large as the rest of the page; figures stand before it has come.
const Charts = dynamic(() => import("./charts").then((module) => module.Charts), {
  ssr: false,
  loading: () => <Skeleton words="Loading the charts…" lines={8} className="min-h-96" />,
});

export function DashboardView({ initial }: { initial: Dashboard }) {
  const { overview } = useOverview();
  const { data: dashboard = initial } = useRead<Dashboard>(["dashboard"], "/api/dashboard", {
    initialData: initial,
  });
  const { pending } = overview;
  return (
    <PageFrame
      title="Dashboard"
      text="Actions waiting, how fast they are decided, and how writes fare. The last seven days unless stated otherwise."
    >
      {pending.pile_up && (
        <p
          aria-live="polite"
          className="flex gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-sm font-medium text-warn"
        >
          <Icon name="triangle-alert" className="mt-0.5 size-4 shrink-0" />
          <span>
            Decisions are piling up: {pending.pile_up_reason}. Bulk decisions in the inbox clear L1 to L3
            quickly.
          </span>
        </p>
      )}
      <Figures overview={overview} dashboard={dashboard} />
      <PendingByTier overview={overview} />
      <LaneHistory />
      <Charts dashboard={dashboard} />
    </PageFrame>
  );
}

const sweepWords = {
  running: "Running",
  starting: "Starting",
  refusing: "Refusing",
  late: "Silent",
  never: "Never called",
};

function Figures({ overview, dashboard }: { overview: Overview; dashboard: Dashboard }) {
  const now = useNow();
  const { pending, lane, sweep } = overview;
  const applied = dashboard.approved_to_applied;
  const figures: { name: string; value: string; note: React.ReactNode }[] = [
    {
      name: "Waiting",
      value: formatCount(pending.total),
      note: pending.oldest_created_at
        ? `oldest ${durationText(now - Date.parse(pending.oldest_created_at))}`
        : "nothing waits",
    },
    {
      name: "Approved → applied",
      value: applied.median_ms === null ? "—" : measuredText(applied.median_ms),
      note:
        applied.p95_ms === null ? (
          "no writes yet"
        ) : (
          <>
            median of {applied.count} ·{" "}
            <span className="whitespace-nowrap">p95 {measuredText(applied.p95_ms)}</span>
          </>
        ),
    },
    {
      name: "On the way",
      value: formatCount(overview.approved_not_applied),
      note: `${overview.stale} stale · ${overview.dead_letters} dead`,
    },
    {
      name: "NetSuite lane",
      value: lane.state === "open" ? "Open" : "Halted",
      note:
        lane.state === "halted" ? (
          (lane.why ?? lane.message ?? "NetSuite cannot be reached")
        ) : lane.last_reconciled_at ? (
          <>
            reconciled <RelativeTime iso={lane.last_reconciled_at} />
          </>
        ) : (
          "not reconciled yet"
        ),
    },
    {
      name: "Inngest",
      value: sweepWords[sweep.state],
      note:
        sweep.state === "refusing" && sweep.unsent_since ? (
          <>
            takes no events: oldest <RelativeTime iso={sweep.unsent_since} />
          </>
        ) : sweep.last_at ? (
          <>
            last sweep <RelativeTime iso={sweep.last_at} />
          </>
        ) : (
          "no sweep yet"
        ),
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[10px] border bg-line md:grid-cols-6 lg:grid-cols-5">
      {figures.map((figure) => (
        <div
          key={figure.name}
          className="grid content-start gap-0.5 bg-panel px-4 py-3 max-md:last:col-span-2 md:max-lg:col-span-2 md:max-lg:nth-[n+4]:col-span-3"
        >
          <dt className="text-xs text-ink-3">{figure.name}</dt>
          <dd className="text-[22px] leading-8 font-semibold tracking-tight">{figure.value}</dd>
          <dd className="text-xs text-ink-2">{figure.note}</dd>
        </div>
      ))}
    </dl>
  );
}

const tierColumns = { Tier: "", Waiting: "text-right", Share: "w-1/2 max-md:w-1/4", Oldest: "text-right" };

function PendingByTier({ overview }: { overview: Overview }) {
  const now = useNow();
  const rows = [...overview.pending.by_tier].sort((a, b) => b.tier - a.tier);
  const most = Math.max(1, ...rows.map((row) => row.count));
  return (
    <PageSection title="Waiting by tier">
      <div className="overflow-hidden rounded-[10px] border bg-panel">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b text-left text-xs text-ink-3">
              {Object.entries(tierColumns).map(([name, className]) => (
                <th key={name} scope="col" className={cn("px-4 py-2 font-medium", className)}>
                  <span className={name === "Share" ? "sr-only" : undefined}>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.tier} data-tier={row.tier} className="border-b border-line/70 last:border-0">
                <td className="px-4 py-2">
                  <TierBadge tier={row.tier} />
                </td>
                <td className="px-4 py-2 text-right font-mono text-[13px]">{formatCount(row.count)}</td>
                <td aria-hidden className="px-4 py-2">
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
                    <rect width={(row.count / most) * 100} height="8" rx="1" className="fill-tier" />
                  </svg>
                </td>
                <td className="px-4 py-2 text-right font-mono text-[13px] whitespace-nowrap text-ink-2">
                  {row.oldest_created_at ? durationText(now - Date.parse(row.oldest_created_at)) : "—"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PageSection>
  );
}
