"use client";
import Link from "next/link";
import { memo, useEffect, useRef, useState } from "react";
import { AnswerLine } from "@/components/action/decide/answer-line";
import {
  RelatedActionWarning,
  useLateRelatedAction,
} from "@/components/action/change/related-action-warning";
import { ChangeHeading, RemainingChanges } from "@/components/action/change/change-heading";
import { useRecentAnswer } from "@/components/action/decide/use-recent-answer";
import { whenInView } from "@/components/action/change/in-view";
import { ReadingProvider } from "@/components/action/change/reading";
import { useDecisions } from "@/components/action/decide/decisions";
import { hasRecord } from "@/components/action/decide/fresh-reading";
import { useLive } from "@/components/data/actions";
import { CardEndBadge, CardEndTime } from "@/components/inbox/card/card-end";
import { CardMeta } from "@/components/inbox/card/card-meta";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { TierBadge } from "@/components/action/change/tier-badge";
import { Countdown } from "@/components/ui/time";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { OwnProposal } from "@/lib/contract/kit/results";
import { asLive } from "@/lib/view/action/as-live";
import { cardLabel } from "@/lib/view/action/card-text";
import { actionHref } from "@/lib/view/views";
import { markWords } from "@/lib/core/action/marks";
import { ruleWords } from "@/lib/view/action/tier-words";
import { DecideHere } from "./decide-here";

/** A proposal where it was made: the same facts as in the inbox, and the same gestures. */
export const ProposalCard = memo(function ProposalCard({ own: { action } }: { own: OwnProposal }) {
  return (
    <ReadingProvider key={action.payload_hash}>
      <Card action={action} />
    </ReadingProvider>
  );
});

function Card({ action }: { action: ActionSummary }) {
  const state = useDecisions().states.get(action.id);
  const waiting = action.status === "pending";
  const recent = useRecentAnswer(state);
  // A conversation may hold many; the record is read where somebody looks.
  const [inView, setInView] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => whenInView(card.current!, () => setInView(true)), []);
  const live = useLive(action.id, waiting && inView && hasRecord(action)).data;
  const current = asLive(action, live);
  const late = useLateRelatedAction(action);
  const isLate = waiting && late !== null;
  const link = useRef<HTMLAnchorElement>(null);
  const decidedHere = state !== undefined && !waiting;
  useEffect(() => {
    // The pressed button is gone with the decision; whoever goes by keys stays where they were.
    if (decidedHere && document.activeElement === document.body) link.current?.focus({ preventScroll: true });
  }, [decidedHere]);
  return (
    <article
      ref={card}
      aria-label={cardLabel(action)}
      data-action-id={action.id}
      data-tier={current.risk_level}
      data-status={action.status}
      className="relative grid grid-cols-[minmax(0,1fr)] gap-1.5 overflow-clip rounded-[9px] border bg-panel py-3 pr-3.5 pl-[18px] shadow-lift"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <div className="flex min-w-0 items-baseline gap-2">
        <h3 className="min-w-0 flex-1 font-semibold text-pretty break-words">
          <ChangeHeading action={current} />
        </h3>
        {waiting ? <Countdown iso={action.expires_at} /> : <CardEndTime action={action} />}
      </div>
      <RemainingChanges action={current} numbers />
      <CardMeta action={current} whole />
      {waiting && <RelatedActionWarning action={action} />}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TierBadge tier={current.risk_level} />
        {waiting ? <Badge>Waiting for a decision</Badge> : <CardEndBadge action={action} />}
        {action.marks.map((mark) => (
          <Badge key={mark} tone="warn">
            {markWords(mark)}
          </Badge>
        ))}
        {action.suspicious_text && <Badge tone="warn">Deceptive characters</Badge>}
        <span
          className={cn("min-w-0 flex-1 truncate text-xs text-ink-2", isLate && "font-semibold text-warn")}
        >
          {waiting ? (late ?? ruleWords(current)) : action.decided_by && `by ${action.decided_by}`}
        </span>
        <Link
          ref={link}
          href={actionHref(action.id)}
          className="font-mono text-xs text-ink-2 underline underline-offset-2 max-md:-my-3 max-md:py-3"
        >
          #{action.id}
          <span className="sr-only"> in the inbox</span>
        </Link>
      </div>
      {/* Announced once by the announcer; the log is told by the next message. */}
      {recent && waiting && <AnswerLine actionId={action.id} state={recent} className="pt-0.5" />}
      {waiting && <DecideHere action={action} state={state} />}
    </article>
  );
}
