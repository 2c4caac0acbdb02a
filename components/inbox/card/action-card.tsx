"use client";

import { memo } from "react";
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
import { markWarning } from "@/lib/core/action/marks";
import { CardAgain } from "./card-again";
import { CardEndTime } from "./card-end";
import { CardFoot } from "./card-foot";
import { CardFrame, CardLink } from "./card-frame";
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
  const waiting = action.status === "pending";
  const current = asLive(action, useLive(action.id, false).data);
  return (
    <CardFrame
      action={action}
      selected={selected}
      tier={current.risk_level}
      className={cn(
        "grid gap-1 rounded-[9px] border py-2.5 pr-3 pl-4 shadow-lift max-md:gap-1.5 max-md:py-3 max-md:pl-[18px]",
        "hover:border-line-strong has-[a:focus-visible]:border-accent has-[a:focus-visible]:ring-4 has-[a:focus-visible]:ring-accent/30",
        selected && "md:outline-2 md:-outline-offset-1 md:outline-accent",
        checked && "bg-accent-soft!",
      )}
    >
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
        <CardLink action={action} onOpen={props.onOpen} className="flex-1 font-semibold break-words">
          {action.title} · <UntrustedText edge={!action.sayable}>{action.subject}</UntrustedText>
        </CardLink>
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
    </CardFrame>
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
