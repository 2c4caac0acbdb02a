"use client";
import { Icon } from "@/components/ui/icons/icon";
import { useLateRelatedAction } from "@/components/action/change/related-action-warning";
import { TierBadge } from "@/components/action/change/tier-badge";
import { Versions } from "@/components/action/change/versions";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { Arrival } from "@/components/ui/hand/arrivals";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { asLive } from "@/lib/view/action/as-live";
import { ruleWords } from "@/lib/view/action/tier-words";
import { CardActions } from "./card-actions";
import { CardAnswer } from "./card-answer";
import { CardEndBadge } from "./card-end";
import { useCardDecision } from "./use-card-decision";

interface CardFootProps {
  action: ActionSummary;
  choosing: boolean;
  state: DecisionState | undefined;
  arrival: Arrival;
}

/** Tier, rule and number, the phone's buttons under them, and over both what became of the card. */
export function CardFoot({ action, choosing, state, arrival }: CardFootProps) {
  const decision = useCardDecision(action);
  const waiting = action.status === "pending";
  const decides = waiting && !choosing;
  const live = useLive(action.id, false).data;
  const current = asLive(action, live);
  const late = useLateRelatedAction(action);
  const record = waiting ? (wordsOfRecord(live) ?? late) : null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <div
        className={cn("col-start-1 row-start-1 flex min-w-0 items-baseline gap-2", !waiting && "flex-wrap")}
      >
        <TierBadge tier={current.risk_level} className="self-center" />
        {action.required_approvals > 1 && waiting && (
          <Badge>
            {action.approvals} of {action.required_approvals}
          </Badge>
        )}
        {!waiting && <CardEndBadge action={action} />}
        {record === null ? (
          <span className={cn("min-w-0 truncate text-xs text-ink-2", waiting ? "flex-1" : "flex-auto")}>
            {waiting ? ruleWords(current) : action.decided_by && `by ${action.decided_by}`}
          </span>
        ) : (
          // In the rule's place: nothing below may move when it comes up.
          <span className="flex min-w-0 flex-1 items-baseline gap-1 text-xs font-semibold text-warn">
            <Icon name="triangle-alert" className="size-3.5 shrink-0 self-center" />
            <span className="truncate" title={record}>
              {record}
            </span>
          </span>
        )}
        <span className="flex min-w-0 gap-x-2 truncate text-xs">
          <Versions action={action} />
        </span>
        <span className="font-mono text-xs text-ink-3">#{action.id}</span>
      </div>
      {decides && <CardActions action={action} state={state} arrival={arrival} decision={decision} />}
      <CardAnswer actionId={action.id} state={state} note={decides ? decision.lateNote : null} />
    </div>
  );
}

/** Known once the record was read, which happens ahead for the next cards; the card then keeps what was found. */
export function wordsOfRecord(live: LiveView | undefined): string | null {
  if (live?.state === "record_missing") return "The record is gone from NetSuite";
  if (live?.state === "unreadable") return "NetSuite could not be read";
  return live?.state === "read" && live.drifted ? "Changed in NetSuite" : null;
}
