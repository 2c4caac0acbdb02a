/** This room shows what agents were refused because too much of theirs comes or waits, and where the inbox is fullest. */
"use client";
import Link from "next/link";
import { PauseButton } from "@/components/agents/pause-button";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { PageFrame, PageSection } from "@/components/ui/page";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { HeldBackView as HeldBack } from "@/lib/contract/people/held-back";
import { formatCount } from "@/lib/view/decimal";
import { HELD_BACK_WORDS } from "@/lib/view/held-back-words";
import { actionTypeTitle } from "@/lib/view/words";

interface HeldBackViewProps extends HeldBack {
  mayAct: boolean;
}

export function HeldBackView({ items, clusters, mayAct }: HeldBackViewProps) {
  return (
    <PageFrame
      title="Held back"
      text="Proposals that agents were refused because too many come or wait, and what waits most. What was refused is kept nowhere: the agent has to propose it again."
    >
      {items.length === 0 && clusters.length === 0 ? (
        <EmptyState
          title="Nothing is held back, and nothing waits"
          text="Refusals of the last 24 hours would stand here, with what to do about them."
        />
      ) : (
        <>
          <PageSection title="Refused in the last 24 hours">
            {items.length === 0 ? (
              <p className="text-sm text-ink-2">No proposal was held back.</p>
            ) : (
              <ul className="grid gap-2.5" aria-label="Refused">
                {items.map((item) => (
                  <li key={`${item.agent.id} ${item.reason}`}>
                    <Refused item={item} mayAct={mayAct} />
                  </li>
                ))}
              </ul>
            )}
          </PageSection>
          <PageSection title="Largest groups waiting">
            {clusters.length === 0 ? (
              <p className="text-sm text-ink-2">Nothing waits for a decision.</p>
            ) : (
              <Clusters clusters={clusters} />
            )}
          </PageSection>
        </>
      )}
    </PageFrame>
  );
}

const inboxOf = (agent: string, type?: string) =>
  `/proposed-actions?${new URLSearchParams({ agent, ...(type ? { type } : {}) }).toString()}`;

const linkLook = "text-sm underline underline-offset-2 max-md:flex max-md:min-h-11 max-md:items-center";

function Refused({ item, mayAct }: { item: HeldBack["items"][number]; mayAct: boolean }) {
  const { agent, reason, last_action_type: type, last_entity_ref: record } = item;
  const { title, advice } = HELD_BACK_WORDS[reason];
  return (
    <article
      aria-label={`${agent.name}: ${title}`}
      className="grid gap-2 rounded-[10px] border bg-panel px-4 py-3 shadow-lift"
    >
      <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <h3 className="text-[15px] font-semibold wrap-anywhere">{agent.name}</h3>
        <Badge tone={reason === "approvers_behind" ? "bad" : "warn"}>{title}</Badge>
        {agent.status !== "active" && reason !== "agent_paused" && <Badge>{agent.status}</Badge>}
      </div>
      <p className="text-sm text-ink-2">
        <span className="font-medium text-ink tabular-nums">{formatCount(item.day)}</span> refused,{" "}
        <span className="tabular-nums">{formatCount(item.this_hour)}</span> of them since the full hour. First{" "}
        <RelativeTime iso={item.first_at} />, last <RelativeTime iso={item.last_at} />.
      </p>
      {type !== null && (
        <p className="text-xs break-words text-ink-3">
          Last: {actionTypeTitle(type)} · <UntrustedText>{record ?? ""}</UntrustedText>
        </p>
      )}
      <p className="text-sm">{advice}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Link href={inboxOf(agent.name)} className={linkLook}>
          What waits of it
        </Link>
        {mayAct && agent.status !== "revoked" && (
          <>
            <Link href={`/agents#agent-${agent.id}`} className={linkLook}>
              Its limits
            </Link>
            <PauseButton agent={agent} />
          </>
        )}
      </div>
    </article>
  );
}

function Clusters({ clusters }: Pick<HeldBack, "clusters">) {
  return (
    <ol className="grid gap-1.5" aria-label="Largest groups waiting">
      {clusters.map(({ agent_name: agent, action_type: type, waiting, oldest_at: oldest }) => (
        <li
          key={`${agent} ${type}`}
          className="flex items-center gap-x-3 rounded-lg border bg-panel px-4 py-2.5 text-sm"
        >
          <span className="min-w-9 font-semibold tabular-nums">{formatCount(waiting)}</span>
          <span className="min-w-0 flex-1">
            <span className="font-medium">{actionTypeTitle(type)}</span>{" "}
            <span className="wrap-anywhere text-ink-2">by {agent}</span>
            <span className="block text-xs text-ink-3">
              The oldest came <RelativeTime iso={oldest} />
            </span>
          </span>
          <Link href={inboxOf(agent, type)} className={cn(linkLook, "shrink-0")}>
            Decide them
          </Link>
        </li>
      ))}
    </ol>
  );
}
