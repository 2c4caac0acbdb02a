"use client";
import Link from "next/link";
import { actionKey } from "@/components/data/actions";
import { Section } from "@/components/ui/page";
import { useViewer } from "@/components/data/viewer";
import { Badge } from "@/components/ui/badge";
import { ConfirmButton } from "@/components/ui/sheets/confirm-button";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { CancelRemainingResult } from "@/lib/contract/actions/lines";
import { mayAdminister, mayDecide } from "@/lib/core/access/principal";
import type { LineCounts } from "@/lib/core/push/lines";
import { act } from "@/lib/operations/act";
import { endedOf, restOfLines } from "@/lib/view/action/line-words";
import { progressText, rollWords } from "@/lib/view/action/roll";
import { jobsOfAction } from "@/lib/view/jobs/job-filter";
import { countWords } from "@/lib/view/words";

/** How far the lines have come, and what a person can do about those that do not get on. */
export function RollProgress({ action, lines }: { action: ActionSummary; lines: LineCounts }) {
  const words = rollWords(lines);
  return (
    <Section title="Writing the lines">
      <div className="grid gap-2 rounded-[9px] border bg-panel p-3" data-push-status={action.push?.status}>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={words.tone}>{words.title}</Badge>
          <span className="text-sm text-ink-2" data-testid="roll-progress">
            {progressText(lines)}
          </span>
        </p>
        <progress
          aria-label="Lines that have ended"
          max={lines.total}
          value={endedOf(lines)}
          className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
        />
        <Link
          href={jobsOfAction(action.id)}
          className="w-fit text-sm text-ink-2 underline underline-offset-2 hover:text-ink max-md:py-3"
        >
          See its jobs
        </Link>
        <Remedies action={action} lines={lines} />
      </div>
    </Section>
  );
}

function Remedies({ action, lines }: { action: ActionSummary; lines: LineCounts }) {
  const { role } = useViewer();
  const rest = restOfLines(lines);
  if (action.status !== "approved" || (rest === null && lines.unknown === 0)) return null;
  const rereads = [actionKey(action.id), ["lines", action.id]];
  return (
    <div className="flex flex-wrap gap-2 border-t pt-2.5">
      {mayAdminister(role) && lines.dead + lines.unknown > 0 && (
        <ConfirmButton
          label={`Retry ${countWords(lines.dead + lines.unknown, "line")}…`}
          size="small"
          title="Try these lines again?"
          description="Lines that gave up go back to the queue with fresh attempts; of those whose outcome is unknown NetSuite is asked first. Nothing is written twice."
          press="Try again"
          pressed="Putting them back…"
          send={() => act("retryPush", { action_id: action.id })}
          rereads={rereads}
          done={({ lines: count }) => `${countWords(count ?? 0, "line")} will be tried again`}
        />
      )}
      {mayDecide(role) && rest !== null && (
        <ConfirmButton
          {...(rest === "ended" ? endWords : cancelWordsOf(lines.queued + lines.dead))}
          size="small"
          send={() => act("cancelRemainingLines", { id: action.id })}
          rereads={rereads}
        />
      )}
    </div>
  );
}

const endWords = {
  label: "End this roll…",
  title: "End this roll?",
  description:
    "Each line has ended, one of them past Countersign. NetSuite is asked whether that one was written: the roll ends if it was not.",
  press: "End it",
  pressed: "Asking NetSuite…",
  done: ({ status }: CancelRemainingResult) => `The roll is ${status}`,
};

const cancelWordsOf = (waiting: number) => ({
  label: `Cancel the remaining ${waiting === 1 ? "line" : countWords(waiting, "line")}…`,
  title: "Cancel the remaining lines?",
  description: "They will not be written. Lines that are already written stay, and the roll ends there.",
  press: "Cancel these lines",
  pressed: "Cancelling…",
  done: ({ cancelled }: CancelRemainingResult) => `${countWords(cancelled, "line")} will not be written`,
});
