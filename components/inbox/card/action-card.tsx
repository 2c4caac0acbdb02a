"use client";

import { memo, type MouseEvent } from "react";
import { RelatedActionWarning } from "@/components/action/change/related-action-warning";
import { ChangeLines } from "@/components/action/change/change-lines";
import { Warning } from "@/components/action/change/warning";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useLive } from "@/components/data/actions";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { cn } from "@/components/ui/cn";
import type { Arrival } from "@/components/ui/hand/arrivals";
import { LookFirst } from "@/components/ui/hand/guarded-button";
import type { Refusal } from "@/components/ui/hand/use-guard";
import { Countdown } from "@/components/ui/time";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { asLive } from "@/lib/view/action/as-live";
import { actionHref } from "@/lib/view/views";
import { markWarning } from "@/lib/core/action/marks";
import { cardLabel } from "@/lib/view/action/card-text";
import { CardAgain } from "./card-again";
import { CardEndTime } from "./card-end";
import { CardFoot } from "./card-foot";
import { CardMeta } from "./card-meta";
import { CheckBox } from "./check-box";

export interface ListCardProps {
  action: ActionSummary;
  selected: boolean;
  checked: boolean;
  /** True where rows can be ticked at all; `choosing`: phones show the boxes now. */
  checkable: boolean;
  choosing: boolean;
  state: DecisionState | undefined;
  /** Another one whenever rows changed their places. */
  arrival: Arrival;
  /** A tick that did not count. */
  refusal: Refusal | null;
  onOpen: (id: number) => void;
  onCheck: (id: number, range: boolean) => void;
}

/** One proposed action: what changes, on what, what it is worth, who asks, how long it stays valid and why it is here. */
export const ActionCard = memo(function ActionCard(props: ListCardProps) {
  const { action, selected, checked, checkable, choosing, state, refusal } = props;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    props.onOpen(action.id);
  };
  const waiting = action.status === "pending";
  const current = asLive(action, useLive(action.id, false).data);
  return (
    <article
      aria-label={cardLabel(action)}
      aria-current={selected ? "true" : undefined}
      data-action-id={action.id}
      data-tier={current.risk_level}
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
          <CheckBox
            id={action.id}
            checked={checked}
            choosing={choosing}
            refusal={refusal}
            onCheck={props.onCheck}
            className="translate-y-[2px] max-md:translate-y-[3px]"
          />
        )}
        <a
          href={actionHref(action.id)}
          onClick={open}
          data-card-link={action.id}
          className="min-w-0 flex-1 font-semibold break-words outline-none after:absolute after:inset-0 after:content-['']"
        >
          {action.title} · <UntrustedText edge={!action.sayable}>{action.subject}</UntrustedText>
        </a>
        {waiting ? <Countdown iso={action.expires_at} /> : <CardEndTime action={action} />}
      </div>
      {action.redacted ? (
        <p className="text-sm text-ink-3">Content hidden from viewers</p>
      ) : (
        <ChangeLines action={current} />
      )}
      <CardMeta action={current} />
      <Warnings action={action} />
      <CardFoot action={action} choosing={choosing} state={state} arrival={props.arrival} />
      <CardAgain action={action} />
      <LookFirst refusal={refusal} className="top-9 bottom-auto left-3" />
    </article>
  );
});

function Warnings({ action }: { action: ActionSummary }) {
  if (action.status !== "pending") return null;
  return (
    <>
      {action.marks.map((mark) => (
        <Warning key={mark} words={markWarning(mark)} />
      ))}
      <RelatedActionWarning action={action} />
      {action.suspicious_text && <Warning words="Holds characters that can deceive" />}
    </>
  );
}
