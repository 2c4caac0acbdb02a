"use client";
import Link from "next/link";
import type { RunView } from "@/lib/contract/workflows/runs";
import { questionHref } from "@/lib/view/questions/question-href";
import { actionHref } from "@/lib/view/views";
import { countWords } from "@/lib/view/words";

const shownMax = 8;

/** Lists the decisions and answers that the run waits for. */
export const WaitingForPeople = ({ run }: { run: RunView }) => (
  <>
    <WaitingProposals run={run} />
    <WaitingQuestions run={run} />
  </>
);

/** The proposals that people have to decide about before the run goes on. */
function WaitingProposals({ run }: { run: RunView }) {
  const ids = run.steps
    .filter(({ status }) => status === "waiting_approval")
    .flatMap(({ proposed_action_id: id }) => (id === null ? [] : [id]));
  const one = ids.length === 1;
  return (
    <Waiting
      name="Waits for approval"
      ids={ids}
      text={`${countWords(ids.length, "proposal")} ${one ? "waits" : "wait"} for a decision or for ${one ? "its" : "their"} write.`}
      href={actionHref}
    />
  );
}

/** The questions that people have to answer before it does. */
function WaitingQuestions({ run }: { run: RunView }) {
  const ids = run.steps
    .filter(({ status }) => status === "waiting_input")
    .flatMap(({ question_id: id }) => (id === null ? [] : [id]));
  return (
    <Waiting
      name="Waits for an answer"
      ids={ids}
      text={`${countWords(ids.length, "question")} ${ids.length === 1 ? "waits" : "wait"} for an answer.`}
      href={questionHref}
    />
  );
}

interface WaitingProps {
  name: string;
  ids: readonly number[];
  text: string;
  href(id: number): string;
}

function Waiting({ name, ids, text, href }: WaitingProps) {
  if (ids.length === 0) return null;
  const inOrder = ids.toSorted((a, b) => a - b);
  return (
    <section
      aria-label={name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3 text-sm text-warn"
    >
      <p className="font-medium">{text}</p>
      <ul className="flex flex-wrap gap-x-4">
        {inOrder.slice(0, shownMax).map((id) => (
          <li key={id}>
            <Link
              href={href(id)}
              className="font-medium underline underline-offset-2 inline-flex items-center gap-1 max-md:min-h-11"
            >
              Open <span className="font-mono">#{id}</span>
            </Link>
          </li>
        ))}
        {ids.length > shownMax && <li>and {ids.length - shownMax} more, in the list of steps</li>}
      </ul>
    </section>
  );
}
