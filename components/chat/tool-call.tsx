"use client";
import { Icon } from "@/components/ui/icons/icon";
import { Badge } from "@/components/ui/badge";
import { Definitions } from "@/components/ui/definitions";
import type { Problem } from "@/lib/contract/problem";
import type { CallAnswer, Entry } from "@/lib/view/chat/replay";

type Call = Extract<Entry, { kind: "call" }>;

/** The call as it was made, argument by argument, and what the gateway answered. */
export function ToolCall({ entry }: { entry: Call }) {
  return (
    <section
      aria-label={`Tool call ${entry.tool}`}
      data-call={entry.key}
      className="overflow-hidden rounded-[9px] border text-xs"
    >
      <h2 className="flex items-center gap-2 bg-sunken/60 px-3 py-1.5 font-mono font-medium">
        <Icon name="wrench" className="size-3.5 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 break-words">{entry.tool}</span>
        <AnswerBadge answer={entry.answer} />
      </h2>
      <Definitions
        className="gap-y-0.5! border-t px-3 py-2 font-mono max-md:gap-x-3! [&>dd]:break-words [&>dd]:text-ink-2"
        rows={inReadingOrder(entry.input)}
      />
      {entry.answer && !entry.answer.ok && <Refusal problem={entry.answer.problem} />}
    </section>
  );
}

/** The request first, its reasons last. */
function inReadingOrder({ reason, evidence, ...request }: Call["input"]): Record<string, string> {
  const words = Object.entries({ ...request, reason, evidence });
  return Object.fromEntries(
    words.flatMap(([word, value]) => (value ? [[word, [value].flat().join("; ")]] : [])),
  );
}

function AnswerBadge({ answer }: { answer: CallAnswer | null }) {
  if (!answer) return <Badge>Calling…</Badge>;
  if (answer.ok) return <Badge tone="good">Proposed #{answer.own.proposal.id}</Badge>;
  return <Badge tone="bad">Refused</Badge>;
}

/** The tool's answer as a model would read it. */
function Refusal({ problem }: { problem: Problem }) {
  const errors = problem.errors ?? [];
  const live = Array.isArray(problem.live) ? (problem.live as { field: string; value: string | null }[]) : [];
  const policy = problem.policy as { rule?: string; version?: number } | undefined;
  return (
    <div className="grid gap-1 border-t bg-bad-soft px-3 py-2 text-bad" data-code={problem.code}>
      <p className="flex items-start gap-1.5 font-medium">
        <Icon name="circle-alert" className="mt-px size-3.5 shrink-0" />
        <span>
          <span className="font-mono">{problem.code}</span> · {problem.detail}
        </span>
      </p>
      {errors.map(({ path, message }) => (
        <p key={`${path} ${message}`} className="pl-5">
          <b className="font-mono font-semibold">{path}</b> {message}
        </p>
      ))}
      {/* Said by the error already, where there is one. */}
      {(errors.length > 0 ? [] : live).map(({ field, value }) => (
        <p key={field} className="pl-5">
          NetSuite holds <b className="font-mono font-semibold">{value ?? "nothing"}</b>
        </p>
      ))}
      {policy?.rule && (
        <p className="pl-5">
          Rule <b className="font-mono font-semibold">{policy.rule}</b> of policy v{policy.version}
        </p>
      )}
    </div>
  );
}
