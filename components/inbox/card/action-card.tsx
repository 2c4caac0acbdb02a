"use client";

import { TriangleAlert } from "lucide-react";
import { memo, type MouseEvent } from "react";
import { AnswerLine } from "@/components/action/decide/answer-line";
import { Versions } from "@/components/action/change/versions";
import { ChangeLines } from "@/components/action/change/change-lines";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { TierBadge } from "@/components/action/change/tier-badge";
import { cn } from "@/components/ui/cn";
import { Countdown } from "@/components/ui/time";
import type { ActionSummary } from "@/lib/contract/action-view";
import { actionHref } from "@/lib/view/views";
import { cardLabel } from "@/lib/view/action/card-text";
import { plainWords } from "@/lib/view/words";
import { CardActions } from "./card-actions";
import { CardAgain } from "./card-again";
import { CardEndBadge, CardEndTime } from "./card-end";
import { CardMeta } from "./card-meta";

interface ActionCardProps {
  action: ActionSummary;
  selected: boolean;
  checked: boolean;
  /** True where rows can be ticked at all; `choosing`: phones show the boxes now. */
  checkable: boolean;
  choosing: boolean;
  state: DecisionState | undefined;
  /** Changes whenever rows change their places. */
  moves: number;
  onOpen: (id: number) => void;
  onCheck: (id: number, range: boolean) => void;
}

/** One proposed action: what changes, on what, what it is worth, who asks, how long it stays valid and why it is here. */
export const ActionCard = memo(function ActionCard(props: ActionCardProps) {
  const { action, selected, checked, checkable, choosing, state } = props;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    props.onOpen(action.id);
  };
  const waiting = action.status === "pending";
  return (
    <article
      aria-label={cardLabel(action)}
      aria-current={selected ? "true" : undefined}
      data-action-id={action.id}
      data-tier={action.risk_level}
      data-status={action.status}
      className={cn(
        "relative grid gap-1 overflow-hidden rounded-[9px] border bg-panel py-2.5 pr-3 pl-4 shadow-lift max-md:gap-1.5 max-md:py-3 max-md:pl-[18px]",
        "hover:border-line-strong has-[a:focus-visible]:border-accent has-[a:focus-visible]:ring-4 has-[a:focus-visible]:ring-accent/30",
        selected && "md:outline-2 md:-outline-offset-1 md:outline-accent",
        checked && "bg-accent-soft!",
      )}
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <div className="flex min-w-0 items-baseline gap-2">
        {checkable && (
          <input
            type="checkbox"
            checked={checked}
            aria-label={`Select #${action.id}`}
            onChange={() => {}}
            onClick={(event) => props.onCheck(action.id, event.shiftKey)}
            className={cn(
              "relative z-10 size-3.5 shrink-0 translate-y-[2px] accent-accent max-md:size-5 max-md:translate-y-[3px]",
              !choosing && "max-md:hidden",
            )}
          />
        )}
        <a
          href={actionHref(action.id)}
          onClick={open}
          data-card-link={action.id}
          className="min-w-0 flex-1 font-semibold break-words outline-none after:absolute after:inset-0 after:content-['']"
        >
          {action.title} · <UntrustedText>{action.subject}</UntrustedText>
        </a>
        {waiting ? <Countdown iso={action.expires_at} /> : <CardEndTime action={action} />}
      </div>
      <ChangeLines action={action} />
      <CardMeta action={action} />
      <div className="flex min-w-0 items-baseline gap-2">
        <TierBadge tier={action.risk_level} className="self-center" />
        {action.required_approvals > 1 && waiting && (
          <Badge>
            {action.approvals} of {action.required_approvals}
          </Badge>
        )}
        {!waiting && <CardEndBadge action={action} />}
        <span className="min-w-0 flex-1 truncate text-xs text-ink-2">
          {waiting ? plainWords(action.risk_rule) : action.decided_by && `by ${action.decided_by}`}
        </span>
        <span className="flex min-w-0 gap-x-2 truncate text-xs">
          <Versions action={action} />
        </span>
        <span className="font-mono text-xs text-ink-3">#{action.id}</span>
      </div>
      <Warnings action={action} />
      {state && <AnswerLine state={state} className="relative z-10 pt-0.5" />}
      <CardAgain action={action} />
      {waiting && !choosing && <CardActions action={action} state={state} moves={props.moves} />}
    </article>
  );
});

/** Drift is known once the record was read, which opening does; the card then keeps what was found. */
function Warnings({ action }: { action: ActionSummary }) {
  const live = useLive(action.id, false).data;
  const drifted = live?.state === "read" && live.drifted;
  const text =
    live?.state === "record_missing"
      ? "The record is gone from NetSuite"
      : drifted
        ? "Changed in NetSuite since proposed"
        : action.suspicious_text
          ? "Holds characters that can deceive"
          : null;
  if (text === null || action.status !== "pending") return null;
  return (
    <p className="flex items-center gap-1.5 text-xs font-semibold text-warn">
      <TriangleAlert className="size-3.5 shrink-0" /> {text}
    </p>
  );
}
