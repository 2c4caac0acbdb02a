"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useAmendFlow } from "@/components/action/amend/amend-context";
import { offersRepropose, VERB_WORDS } from "@/components/action/amend/amend-words";
import { VerbAnswer } from "@/components/action/amend/verb-answer";
import { TierBadge } from "@/components/action/change/tier-badge";
import { ActionLink } from "@/components/action/change/version-link";
import { useViewer } from "@/components/data/viewer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { Notice } from "@/lib/contract/actions/notices";
import type { NoticeKind } from "@/lib/core/action/notice";
import { HIDDEN_WORDS, summaryForPage } from "@/lib/view/action/as-shown";
import { actionHref } from "@/lib/view/views";
import type { Tone } from "@/lib/view/words";

const kinds: Record<NoticeKind, { title: string; tone: Tone }> = {
  stale: { title: "Went stale", tone: "warn" },
  dead: { title: "Gave up", tone: "bad" },
  mismatch: { title: "Reads back differently", tone: "bad" },
  partial: { title: "Applied in part", tone: "warn" },
  delayed: { title: "Not written yet", tone: "warn" },
};

interface NoticeCardProps {
  notice: Notice;
  sending: boolean;
  /** Null: it has ended already. */
  onDismiss: (() => void) | null;
}

/** `#8421 went stale: the record has changed since · Propose again` */
export function NoticeCard({ notice, sending, onDismiss }: NoticeCardProps) {
  const { kind, at, why } = notice;
  const action = summaryForPage(notice.action);
  const viewer = useViewer();
  const { ask, states } = useAmendFlow();
  const state = states.get(action.id);
  const again = kind === "stale" && onDismiss !== null && offersRepropose(action, viewer.role);
  return (
    <article
      aria-label={`Notice about #${action.id}`}
      data-action-id={action.id}
      data-tier={action.risk_level}
      className="relative grid gap-2.5 overflow-hidden rounded-[9px] border bg-panel py-3.5 pr-4 pl-5 shadow-lift"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone={kinds[kind].tone}>{kinds[kind].title}</Badge>
        <ActionLink id={action.id} className="text-xs" />
        <span className="text-xs text-ink-3">{action.title}</span>
        <span className="flex-1" />
        <span className="text-xs text-ink-3">
          <RelativeTime iso={at} />
        </span>
      </div>
      <h2 className="font-semibold break-words">
        <UntrustedText>{action.sentence}</UntrustedText>
      </h2>
      <p className="text-sm break-words text-ink-2">
        {why === null ? HIDDEN_WORDS : <UntrustedText>{why}</UntrustedText>}
      </p>
      <div aria-live="polite" className="empty:hidden">
        {state && <VerbAnswer state={state} />}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {again && (
          <Button
            size="small"
            tone="solid"
            disabled={state?.phase === "sending"}
            onClick={() => ask("repropose", action)}
          >
            {VERB_WORDS.repropose.label}
          </Button>
        )}
        {onDismiss && (
          <Button size="small" disabled={sending} onClick={onDismiss}>
            Dismiss
          </Button>
        )}
        {kind === "dead" && <NextStep href="/dead-letters">See its dead letter</NextStep>}
        {kind === "partial" && <NextStep href={actionHref(action.id)}>See its lines</NextStep>}
        {kind === "delayed" && <NextStep href={actionHref(action.id)}>See its delivery</NextStep>}
        <span className="flex-1" />
        <TierBadge tier={action.risk_level} />
      </div>
    </article>
  );
}

function NextStep({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="text-sm text-ink-2 underline underline-offset-2 max-md:py-3">
      {children}
    </Link>
  );
}
