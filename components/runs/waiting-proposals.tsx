"use client";
import Link from "next/link";
import type { RunView } from "@/lib/contract/workflows/runs";
import { actionHref } from "@/lib/view/views";
import { countWords } from "@/lib/view/words";

const shownMax = 8;

/** The proposals that people have to decide about before the run goes on. */
export function WaitingProposals({ run }: { run: RunView }) {
  const waiting = run.steps
    .filter(({ status }) => status === "waiting_approval")
    .flatMap(({ proposed_action_id: id }) => (id === null ? [] : [id]))
    .toSorted((a, b) => a - b);
  if (waiting.length === 0) return null;
  return (
    <section
      aria-label="Waits for approval"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-sm text-warn"
    >
      <p className="font-medium">
        {countWords(waiting.length, "proposal")} {waiting.length === 1 ? "waits" : "wait"} for a decision or
        for
        {waiting.length === 1 ? " its" : " their"} write.
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {waiting.slice(0, shownMax).map((id) => (
          <li key={id}>
            <Link
              href={actionHref(id)}
              className="font-medium underline underline-offset-2 inline-flex items-center gap-1 max-md:min-h-11"
            >
              Open <span className="font-mono">#{id}</span>
            </Link>
          </li>
        ))}
        {waiting.length > shownMax && <li>and {waiting.length - shownMax} more, in the list of steps</li>}
      </ul>
    </section>
  );
}
