"use client";
import { useRead } from "@/components/data/use-read";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { Lane } from "@/lib/contract/monitoring/overview";
import { countWords } from "@/lib/view/words";

/** How the way to NetSuite fares, and when it halted and opened again. */
export function LaneHistory() {
  const { data: lane } = useRead<Lane>(["lane"], "/api/ns-push/lane");
  // As high as the shortest that can come, so that the charts below do not move.
  if (!lane) return <Skeleton words="Reading how the lane fared…" lines={3} className="min-h-[98px]" />;
  return (
    <section aria-label="NetSuite lane" className="grid gap-2" data-testid="lane-history">
      <h2 className="flex items-center gap-2 text-sm font-semibold">
        NetSuite lane{" "}
        <Badge tone={lane.state === "open" ? "good" : "bad"}>
          {lane.state === "open" ? "Open" : "Halted"}
        </Badge>
      </h2>
      <div className="grid gap-2 rounded-[10px] border bg-panel px-4 py-3 text-sm">
        <p className="text-ink-2">
          {lane.why ?? "Writes get through."}{" "}
          {lane.waiting > 0 && `${countWords(lane.waiting, "approved write waits", "approved writes wait")}.`}
        </p>
        {lane.to_do && <p className="text-ink-2">{lane.to_do}</p>}
        {lane.history.length === 0 ? (
          <p className="text-xs text-ink-3">It has never been halted.</p>
        ) : (
          <ol className="grid gap-1 border-t pt-2">
            {lane.history.map((entry) => (
              <li key={entry.id} className="flex flex-wrap gap-x-3 text-[13px]">
                <span className="min-w-0 flex-1 break-words">{entry.text}</span>
                <span className="text-xs text-ink-3">
                  <RelativeTime iso={entry.at} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}
