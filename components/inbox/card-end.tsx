"use client";
import { useNow } from "@/components/data/clock";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { ActionSummary } from "@/lib/contract/action-view";
import { pushWords, statusTone, statusWords } from "@/lib/view/words";

/** In place of the countdown, once nothing waits: how it stands or ended, and since when. */
export function CardEnd({ action }: { action: ActionSummary }) {
  const now = useNow();
  const at = action.applied_at ?? action.ended_at ?? action.decided_at;
  const push = action.status === "approved" && action.push ? pushWords(action.push, now) : null;
  return (
    <span className="flex shrink-0 items-baseline gap-2 font-mono text-xs text-ink-3">
      <Badge tone={push?.tone ?? statusTone(action.status)} className="font-sans">
        {push?.title ?? statusWords(action.status)}
      </Badge>
      {at && <RelativeTime iso={at} />}
    </span>
  );
}
