"use client";
import { useNow } from "@/components/state/clock";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/time";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { pushWords } from "@/lib/view/action/push-words";
import { statusTone, endedWords } from "@/lib/view/action/status-words";

/** In place of the countdown, once nothing waits: since when it stands as it does. */
export function CardEndTime({ action }: { action: ActionSummary }) {
  const at = action.applied_at ?? action.ended_at ?? action.decided_at;
  return <span className="shrink-0 font-mono text-xs text-ink-3">{at && <RelativeTime iso={at} />}</span>;
}

/** How it stands or ended: of an approved action, where its write is. */
export function CardEndBadge({ action }: { action: ActionSummary }) {
  const now = useNow();
  const push = action.status === "approved" && action.push ? pushWords(action.push, now) : null;
  return <Badge tone={push?.tone ?? statusTone(action.status)}>{push?.title ?? endedWords(action)}</Badge>;
}
