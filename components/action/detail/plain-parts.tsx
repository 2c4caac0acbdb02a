import { Icon } from "@/components/ui/icons/icon";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionDetail } from "@/lib/contract/actions/action-view";
import { markWarning } from "@/lib/core/action/marks";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { factsForPage } from "@/lib/view/action/facts";
import { gestureOf } from "@/lib/view/action/gesture";
import { approvalWords } from "@/lib/view/action/approval-words";
import { claimWords, raisedWords } from "@/lib/view/action/tier-words";

/** The plain parts of an action's page: facts and reasons. */

export function FactsGrid({ detail }: { detail: ActionDetail }) {
  const facts = factsForPage(detail);
  // A grid of one cell would only say that there is nothing to weigh.
  if (facts.length === 1 && detail.impact.cents === 0)
    return <p className="text-sm text-ink-2">{facts[0]!.value}: it moves no money.</p>;
  return (
    <div className="@container">
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-[9px] border bg-panel">
        {facts.map((fact) => (
          <div
            key={fact.name}
            className="grid grow basis-[calc(50%-1px)] content-start gap-0.5 px-3 py-2.5 outline outline-line @2xl:basis-[calc(25%-1px)]"
          >
            <dt className="text-xs text-ink-3">{fact.name}</dt>
            <dd className="text-[15px] leading-6 font-semibold">{fact.value}</dd>
            {fact.note && <dd className="text-xs text-ink-2">{fact.note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Whether another write can take this one back, and how: to be known before it is decided. */
export function ReversalLine({ reversal }: { reversal: ActionDetail["reversal"] | null }) {
  return (
    <p
      data-testid="reversal"
      className={cn(
        "flex min-h-5 items-start gap-1.5 text-xs",
        reversal?.possible === false ? "font-medium text-ink" : "text-ink-2",
      )}
    >
      {reversal && (
        <Icon
          name={reversal?.possible === false ? "circle-slash" : "undo-2"}
          className="mt-px size-3.5 shrink-0"
        />
      )}
      {reversal?.words}
    </p>
  );
}

/** The rule that brought it before a person, the gesture that it asks for, and how many have to agree. */
export function WhyItNeedsYou({ detail }: { detail: ActionDetail }) {
  const raised = raisedWords(detail);
  return (
    <Section title={detail.status === "pending" ? "Why it needs you" : "Tier and policy"}>
      <ul className="grid gap-1">
        <li>
          <b className="font-semibold">{tierLabel(detail.risk_level)}</b> because{" "}
          <b className="font-semibold">{detail.rule_words}</b>.
        </li>
        {raised && <li>{raised}</li>}
        {detail.marks.map((mark) => (
          <li key={mark} className="font-semibold text-warn">
            {markWarning(mark)}
          </li>
        ))}
        <li className="text-ink-2">{decidedByWords(detail)}</li>
      </ul>
    </Section>
  );
}

/** `Policy v3 asks for one approver, with one tap.` */
function decidedByWords(detail: ActionDetail): string {
  const needs = { ...detail, requires_step_up: gestureOf(detail) === "step_up" };
  return `Policy v${detail.policy.version} asks for ${approvalWords(needs).replace(/^[A-Z]/, (first) => first.toLowerCase())}.`;
}

/**
 * Prose stands apart, as plain text: it can say anything, and what counts is the table above it. Of an undo it is the
 * person's who asked for it; every other version keeps the agent's.
 */
export function AgentSays({ detail }: { detail: ActionDetail }) {
  const byPerson = detail.undo_of_id !== null;
  const claim = byPerson ? null : claimWords(detail);
  return (
    <Section title={byPerson ? "Why undo it" : "What the agent says"}>
      <blockquote className="border-l-[3px] border-line-strong py-0.5 pl-3 text-ink-2">
        <p className="mb-0.5 text-xs text-ink-3">
          {byPerson ? "Written by the person who asked for it" : "Written by the agent, not checked"}
          {claim && ` · ${claim}`}
        </p>
        <p className="break-words whitespace-pre-wrap">
          {detail.reason ? <UntrustedText>{detail.reason}</UntrustedText> : withoutWords(detail)}
        </p>
      </blockquote>
    </Section>
  );
}

function withoutWords({ prose_blanked_at: blankedAt, undo_of_id: undoOf }: ActionDetail): string {
  if (blankedAt === null) return undoOf === null ? "It gave no reason." : "No reason was given.";
  return `Its words were blanked on ${blankedAt.slice(0, 10)}, when their retention period ended.`;
}
