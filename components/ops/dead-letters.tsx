"use client";
import Link from "next/link";
import { useDeadLetters } from "@/components/data/queries";
import { AgentText } from "@/components/ui/agent-text";
import { Badge, TierBadge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { DeadLetter } from "@/lib/contract/action-view";
import { INBOX_PATH } from "@/lib/view/views";
import { countWords, plainWords } from "@/lib/view/words";
import { PageFrame } from "./page-frame";

/** Writes that NetSuite would not take: what, why, how often, and the way to the action itself. */
export function DeadLetters({ initial }: { initial: DeadLetter[] }) {
  const letters = useDeadLetters(initial).data;
  return (
    <PageFrame
      title="Dead letters"
      text="Approved writes that are not tried again by themselves. Look at what stopped each; an admin retries one once its cause is gone."
    >
      {letters.length === 0 ? (
        <EmptyState
          title="No dead letters"
          text="A write that fails three times, or once in a way that trying again cannot mend, lands here with its payload and the error NetSuite gave."
        />
      ) : (
        <ul className="grid gap-3" aria-label="Dead letters">
          {letters.map((letter) => (
            <li key={letter.id}>
              <Letter letter={letter} />
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

function Letter({ letter }: { letter: DeadLetter }) {
  return (
    <article
      aria-label={`Dead letter of #${letter.action_id}`}
      data-dead-letter-id={letter.id}
      data-action-id={letter.action_id}
      data-tier={letter.risk_level}
      className="relative grid gap-2 overflow-hidden rounded-[9px] border bg-panel py-3.5 pr-4 pl-5 shadow-lift"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <TierBadge tier={letter.risk_level} />
        <Link
          href={`${INBOX_PATH}/${letter.action_id}`}
          className="font-mono text-xs text-ink-2 underline underline-offset-2 max-md:-my-3 max-md:py-3"
        >
          #{letter.action_id}
        </Link>
        <span className="text-xs text-ink-3">{letter.title}</span>
        <span className="flex-1" />
        <span className="text-xs text-ink-3">
          {countWords(letter.attempts, "attempt")}, last <RelativeTime iso={letter.last_at} />
        </span>
      </div>
      <h2 className="font-semibold">
        <AgentText>{letter.sentence}</AgentText>
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm text-ink-2">
        <Badge tone="bad">{plainWords(letter.error.class)}</Badge>
        <span className="font-mono text-xs text-ink-3">{letter.error.code}</span>
        <span className="min-w-0 break-words">
          <AgentText>{letter.error.message}</AgentText>
        </span>
      </p>
      <details className="text-sm">
        <summary className="w-fit rounded text-xs text-ink-2 underline-offset-2 hover:underline max-md:py-3">
          Payload
        </summary>
        <pre className="mt-2 rounded-lg bg-sunken p-3 font-mono text-xs leading-5 break-all whitespace-pre-wrap">
          <AgentText>{JSON.stringify(letter.payload, null, 2)}</AgentText>
        </pre>
      </details>
    </article>
  );
}
