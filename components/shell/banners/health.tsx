"use client";
import { useNow } from "@/components/state/clock";
import { useOverview } from "@/components/data/overview";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/time";
import { isCarried } from "@/lib/core/sweep-state";
import { countWords } from "@/lib/view/words";

const reconciliationLateMs = 35 * 60_000;

/** The health of the way to NetSuite: its lane, whether anything carries writes there, and the last reconciliation. */
export function Health({ className }: { className?: string }) {
  const { overview } = useOverview();
  const now = useNow();
  const { lane, sweep } = overview;
  const reconciled = lane.last_reconciled_at;
  const late = reconciled !== null && now - Date.parse(reconciled) > reconciliationLateMs;
  const engaged = overview.switches.filter((entry) => entry.engaged).length;
  return (
    <div className={cn("grid gap-1.5 border-t px-2 pt-3 text-xs text-ink-2", className)}>
      <Line tone={lane.state === "open" ? "good" : "bad"}>
        {lane.state === "open" ? "NetSuite lane open" : "NetSuite lane halted"}
      </Line>
      {engaged > 0 && <Line tone="bad">{countWords(engaged, "kill switch", "kill switches")} engaged</Line>}
      {!isCarried(sweep.state) && <Line tone="bad">Writes are not being sent</Line>}
      <Line tone={late ? "warn" : reconciled ? "good" : "idle"}>
        {reconciled ? (
          <>
            Reconciled <RelativeTime iso={reconciled} />
          </>
        ) : (
          "Not reconciled yet"
        )}
      </Line>
    </div>
  );
}

const dots = { good: "bg-[#16a34a]", warn: "bg-[var(--t4)]", bad: "bg-[var(--t5)]", idle: "bg-ink-3" };

function Line({ tone, children }: { tone: keyof typeof dots; children: React.ReactNode }) {
  return (
    <p className="flex items-baseline gap-2">
      <span aria-hidden className={cn("size-[7px] shrink-0 rounded-full", dots[tone])} />
      <span>{children}</span>
    </p>
  );
}
