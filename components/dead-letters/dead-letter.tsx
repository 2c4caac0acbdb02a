"use client";
import Link from "next/link";
import { useState } from "react";
import { ActionLink } from "@/components/action/change/version-link";
import { useNow } from "@/components/state/clock";
import { useProgress } from "@/components/data/actions";
import { useViewer } from "@/components/data/viewer";
import { lazily } from "@/components/ui/lazily";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { Badge } from "@/components/ui/badge";
import { TierBadge } from "@/components/action/change/tier-badge";
import { RelativeTime } from "@/components/ui/time";
import type { DeadLetter } from "@/lib/contract/monitoring/dead-letters";
import { mayAdminister, mayDecide } from "@/lib/core/access/principal";
import { act } from "@/lib/operations/act";
import { failureClassWords, outlookWords } from "./letter-filter";
import { jobsOfAction } from "@/lib/view/jobs/job-filter";
import { countWords } from "@/lib/view/words";
import { pushWords } from "@/lib/view/action/push-words";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";

const LetterPayload = lazily(() => import("./letter-payload").then((module) => module.LetterPayload));

interface LetterProps {
  letter: DeadLetter;
  /** Replayed on this page: its answer and progress stand here. */
  isAnswered: boolean;
  onAnswered: () => void;
  /** Hears that the viewer is asked about it, and that the question has closed. */
  onAsked: (asked: boolean) => void;
}

export function Letter({ letter, isAnswered, onAnswered, onAsked }: LetterProps) {
  const { action, error } = letter;
  const sentence = letter.line?.sentence ?? action.sentence;
  const [opened, setOpened] = useState(false);
  return (
    <article
      aria-label={`Dead letter of #${letter.action_id}`}
      id={`letter-${letter.id}`}
      data-dead-letter-id={letter.id}
      data-action-id={letter.action_id}
      data-tier={action.risk_level}
      className="relative grid gap-3 overflow-hidden rounded-[9px] border bg-panel py-3.5 pr-4 pl-5 shadow-lift"
    >
      <span aria-hidden className="absolute inset-y-0 left-0 w-1 bg-tier" />
      <Head letter={letter} />
      <h2 className="font-semibold">
        {letter.line && <span className="text-ink-2">Line {letter.line.line_no}: </span>}
        {sentence === null ? "Content hidden from viewers" : <UntrustedText>{sentence}</UntrustedText>}
      </h2>
      <div className="grid gap-1 text-sm text-ink-2">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Badge tone="bad">{failureClassWords(error.class)}</Badge>
          <span className="font-mono text-xs break-all text-ink-3">{error.code}</span>
          {error.message !== null && (
            <span className="min-w-0 break-words">
              <UntrustedText>{error.message}</UntrustedText>
            </span>
          )}
        </p>
        {letter.replayed_at === null && (
          <p>
            <span className="font-medium text-ink">What to do:</span> {letter.to_do}
          </p>
        )}
      </div>
      {isAnswered ? (
        <Progress actionId={letter.action_id} />
      ) : (
        <Next letter={letter} onAnswered={onAnswered} onAsked={onAsked} />
      )}
      {!action.redacted && (
        <details className="text-sm" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
          <summary className="w-fit rounded text-xs text-ink-2 underline-offset-2 hover:underline max-md:py-3">
            Payload
          </summary>
          {opened && <LetterPayload letter={letter} action={action} />}
        </details>
      )}
    </article>
  );
}

function Head({ letter }: { letter: DeadLetter }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <TierBadge tier={letter.action.risk_level} />
      <ActionLink id={letter.action_id} className="text-xs" />
      <span className="text-xs text-ink-3">{letter.action.title}</span>
      <Link
        href={jobsOfAction(letter.action_id)}
        className="text-xs text-ink-2 underline underline-offset-2 max-md:-my-3 max-md:py-3"
      >
        Jobs
      </Link>
      <span className="flex-1" />
      <span className="text-xs text-ink-3">
        {countWords(letter.attempts, "attempt")}, last <RelativeTime iso={letter.last_at} />
      </span>
    </div>
  );
}

/** Says who moves the letter on: reconciliation, a person, or somebody who has done so already. */
function Next({ letter, onAnswered, onAsked }: Omit<LetterProps, "isAnswered">) {
  const { role } = useViewer();
  if (letter.replayed_at !== null) {
    return (
      <p className="border-t pt-3 text-sm text-ink-2">
        Replayed by {letter.replayed_by} <RelativeTime iso={letter.replayed_at} />. The write is now{" "}
        <Badge tone={letter.action.status === "applied" ? "good" : "neutral"}>
          {letter.action.push?.status ?? letter.action.status}
        </Badge>
      </p>
    );
  }
  const canReplay = mayAdminister(role) && letter.outlook.who !== "nobody";
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3">
      <p className="min-w-0 flex-1 text-sm text-ink-2">{outlookWords(letter.outlook)}</p>
      {!canReplay && mayDecide(role) && letter.outlook.who === "person" && (
        <ActionLink id={letter.action_id} className="font-sans text-sm">
          : edit it or cancel its write
        </ActionLink>
      )}
      {canReplay && (
        <ConfirmButton
          label="Replay…"
          title={`Replay the write of #${letter.action_id}?`}
          description={`It goes back to the queue with three fresh attempts, and exactly what was approved is sent. The value approved must still stand in NetSuite, else nothing is written. ${letter.to_do}`}
          press="Replay"
          pressed="Putting it back…"
          onOpen={onAsked}
          send={() => act("replayDeadLetter", { dlq_id: letter.id })}
          rereads={[["overview"], ["dead-letters"]]}
          done={() => {
            onAnswered();
            return `#${letter.action_id} is back in the queue.`;
          }}
        >
          <p className="text-sm font-medium text-ink">
            <UntrustedText>
              {letter.line?.sentence ?? letter.action.sentence ?? letter.action.title}
            </UntrustedText>
          </p>
        </ConfirmButton>
      )}
    </div>
  );
}

function Progress({ actionId }: { actionId: number }) {
  const now = useNow();
  const push = useProgress(actionId)?.push;
  const words = push ? pushWords(push, now) : null;
  return (
    <div
      aria-live="polite"
      data-testid="replay-answer"
      data-push-status={push?.status}
      className="grid gap-1 border-t pt-3 text-sm text-ink-2"
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={words?.tone ?? "neutral"}>{words?.title ?? "Back in the queue"}</Badge>
        {words?.text ?? "You put it back; its delivery is asked for."}
      </p>
    </div>
  );
}
