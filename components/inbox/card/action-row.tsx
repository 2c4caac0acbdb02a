"use client";
import { memo } from "react";
import { AnswerLine } from "@/components/action/decide/answer-line";
import type { DecisionState } from "@/components/action/decide/decisions";
import { useRecentAnswer } from "@/components/action/decide/use-recent-answer";
import { useLive } from "@/components/data/actions";
import { cn } from "@/components/ui/cn";
import { LookFirst } from "@/components/ui/hand/guarded-button";
import { Countdown, RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { asLive } from "@/lib/view/action/as-live";
import type { ListCardProps } from "./action-card";
import { CardEndTime } from "./card-end";
import { CardFrame, CardLink } from "./card-frame";
import { CheckBox } from "./check-box";
import { RowChange } from "./row-change";
import { RowImpact } from "./row-impact";

interface ActionRowProps extends ListCardProps {
  /** The list goes by age: the row says how old it is instead of how long it stays valid. */
  showsAge: boolean;
}

/**
 * One proposed action in two lines, for a list that is looked through: tier, type and subject, change, customer, impact, time.
 * It cuts off long text, so it opens the action and never decides it.
 */
export const ActionRow = memo(function ActionRow(props: ActionRowProps) {
  const { action, selected, checked, checkable, choosing, refusal, showsAge } = props;
  const current = asLive(action, useLive(action.id, false).data);
  return (
    <CardFrame
      action={action}
      selected={selected}
      tier={current.risk_level}
      className={cn(
        "grid h-[52px] max-md:h-12 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[22px_20px] content-center gap-x-2.5 border-b border-line/70 pr-3 pl-3.5 [&_bdi]:whitespace-nowrap",
        "hover:bg-sunken/60 has-[a:focus-visible]:bg-accent-soft",
        selected && "md:bg-accent-soft!",
        checked && "bg-accent-soft!",
      )}
    >
      <span className="row-span-2 flex items-center gap-2.5">
        {checkable && (
          <CheckBox
            id={action.id}
            checked={checked}
            choosing={choosing}
            refusal={refusal}
            onCheck={props.onCheck}
          />
        )}
        <span
          title={tierLabel(current.risk_level)}
          className="rounded-[5px] bg-tier-soft px-1 py-px text-2xs font-semibold text-tier-ink"
        >
          {tierLabel(current.risk_level).slice(0, 2)}
          <span className="sr-only">{tierLabel(current.risk_level).slice(2)}</span>
        </span>
      </span>
      <CardLink action={action} onOpen={props.onOpen} className="self-center truncate text-sm font-medium">
        <span className="font-normal text-ink-2">
          {action.title}
          {action.run && ` · run ${action.run.id}`} ·{" "}
        </span>
        <UntrustedText edge={!action.sayable}>{action.subject}</UntrustedText>
      </CardLink>
      <RowImpact action={current} />
      <RowChange action={current} />
      <span className="self-center justify-self-end text-xs">
        {action.status !== "pending" ? (
          <CardEndTime action={action} />
        ) : showsAge ? (
          <span className="font-mono text-ink-3">
            <RelativeTime iso={action.created_at} />
          </span>
        ) : (
          <Countdown iso={action.expires_at} />
        )}
      </span>
      <RowAnswer
        actionId={action.id}
        state={props.state}
        className={cn("bg-panel", selected && "md:bg-accent-soft", checked && "bg-accent-soft")}
      />
      <LookFirst refusal={refusal} className="top-1 bottom-auto left-3" />
    </CardFrame>
  );
});

interface RowAnswerProps {
  actionId: number;
  state: DecisionState | undefined;
  className: string;
}

/**
 * The answer to its decision, over the second line: the row keeps its height, and its neighbours their places. It lies in its cells
 * without taking them, because the row's other parts find their own.
 */
function RowAnswer({ actionId, state: latest, className }: RowAnswerProps) {
  const state = useRecentAnswer(latest);
  if (!state) return null;
  return (
    <span
      className={cn(
        "absolute inset-0 z-20 col-start-2 -col-end-1 row-start-2 flex items-center overflow-hidden text-xs [&_p]:min-w-0 [&_p]:text-xs [&_p>span]:truncate",
        className,
      )}
    >
      <AnswerLine actionId={actionId} state={state} brief />
    </span>
  );
}
