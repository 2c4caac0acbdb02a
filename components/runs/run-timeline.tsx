"use client";
import Link from "next/link";
import { ReadFailure } from "@/components/data/read-failure";
import { ActionLink } from "@/components/action/change/version-link";
import { cn } from "@/components/ui/cn";
import { PageSection } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/states";
import { ClockTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { RunTimelineEntry } from "@/lib/contract/workflows/runs";
import { questionHref } from "@/lib/view/questions/question-href";
import { useRunTimeline } from "./queries";

/** The events of a run, its proposals and its questions, newest first, each with its time and actor. */
export function RunTimeline({ id, isOver }: { id: number; isOver: boolean }) {
  const query = useRunTimeline(id, isOver);
  const { data } = query;
  return (
    <PageSection title="Timeline">
      {query.isError && <ReadFailure title="The timeline could not be read" query={query} />}
      {data ? (
        <ol aria-label="Events, newest first" className="grid rounded-[10px] border bg-panel px-4 py-2.5">
          {data.items.map((entry, index) => (
            <Entry key={entry.id} entry={entry} isNewest={index === 0} />
          ))}
          {!data.is_whole && <li className="py-1 text-xs text-ink-3">Older events stand in the ledger.</li>}
        </ol>
      ) : (
        !query.isError && <Skeleton words="Reading the timeline…" lines={4} />
      )}
    </PageSection>
  );
}

function Entry({ entry, isNewest }: { entry: RunTimelineEntry; isNewest: boolean }) {
  return (
    <li
      data-event={entry.type}
      className="relative grid grid-cols-[84px_10px_minmax(0,1fr)] items-baseline gap-2.5 py-1 text-sm"
    >
      <ClockTime iso={entry.at} className="font-mono text-xs text-ink-3" />
      <span
        aria-hidden
        className={cn(
          "size-2 self-center rounded-full border-2",
          isNewest ? "border-accent bg-accent" : "border-ink-3",
        )}
      />
      <span className="min-w-0 break-words text-ink-2">
        <Subject entry={entry} />
        <span className="text-ink">{entry.text}</span>
        {entry.by !== null && (
          <>
            {" by "}
            <UntrustedText>{entry.by}</UntrustedText>
          </>
        )}
        {entry.step !== null && <span className="font-mono text-xs text-ink-3"> · {entry.step}</span>}
      </span>
    </li>
  );
}

/** The proposal or the question that it happened to. Nothing: the run itself. */
function Subject({ entry: { action_id: actionId, question_id: questionId } }: { entry: RunTimelineEntry }) {
  if (actionId !== null)
    return (
      <>
        <ActionLink id={actionId} className="text-xs" />{" "}
      </>
    );
  if (questionId === null) return null;
  return (
    <>
      <Link
        href={questionHref(questionId)}
        className="text-xs underline underline-offset-2 max-md:-my-3 max-md:inline-block max-md:py-3"
      >
        Question {questionId}
      </Link>{" "}
    </>
  );
}
