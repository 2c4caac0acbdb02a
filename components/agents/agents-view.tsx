/** This room shows the company's agents and manages their keys. */
"use client";
import Link from "next/link";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { cn } from "@/components/ui/cn";
import { LastChange } from "@/components/people/last-change";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { EmptyState } from "@/components/ui/states";
import { Countdown, RelativeTime } from "@/components/ui/time";
import type { AgentView } from "@/lib/contract/people/agents";
import type { ProposalLimitsView } from "@/lib/contract/settings/proposal-limits";
import type { Principal } from "./agent-dialogs";
import { LimitsSection } from "./limits-section";
import { PauseButton } from "./pause-button";
import { START_PATH } from "./start/words";
import { formatCount } from "@/lib/view/decimal";

// Their code comes with the first press.
const CreateAgent = lazily(() => import("./agent-dialogs").then((module) => module.CreateAgent));
const ManageAgent = lazily(() => import("./agent-dialogs").then((module) => module.ManageAgent));

interface AgentsViewProps {
  agents: AgentView[];
  principals: Principal[];
  limits: ProposalLimitsView;
}

export function AgentsView({ agents, principals, limits }: AgentsViewProps) {
  return (
    <PageFrame
      title="Agents"
      text="The programs that propose writes, each with its key and limits. An agent never decides anything."
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ButtonLink tone="solid" href={START_PATH}>
          Connect an agent
        </ButtonLink>
        <DialogButton renderDialog={(onClose) => <CreateAgent principals={principals} onClose={onClose} />}>
          Create an agent…
        </DialogButton>
        <Link
          href="/agents/webhooks"
          className="text-sm underline underline-offset-2 max-md:flex max-md:min-h-11 max-md:items-center"
        >
          Webhooks
        </Link>
        <Link
          href="/held-back"
          className="text-sm underline underline-offset-2 max-md:flex max-md:min-h-11 max-md:items-center"
        >
          Held back
        </Link>
      </div>
      {agents.length === 0 ? (
        <EmptyState
          title="No agents yet"
          text="Name one to get its key and the lines that it starts with. Its proposals appear in the inbox."
        >
          <ButtonLink tone="solid" href={START_PATH}>
            Connect an agent
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-2.5" aria-label="Agents">
          {agents.map((agent) => (
            <li key={agent.id}>
              <AgentRow agent={agent} principals={principals} />
            </li>
          ))}
        </ul>
      )}
      <LimitsSection limits={limits} />
    </PageFrame>
  );
}

function AgentRow({ agent, principals }: { agent: AgentView; principals: Principal[] }) {
  const live = agent.status !== "revoked";
  return (
    <article
      aria-label={agent.name}
      id={`agent-${agent.id}`}
      data-agent-id={agent.id}
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-[10px] border bg-panel px-4 py-3 shadow-lift",
        !live && "bg-transparent shadow-none",
      )}
    >
      <div className="grid min-w-0 flex-1 gap-1 max-md:basis-full">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[15px] font-semibold break-all">
          {agent.name}
          {!live && <Badge tone="bad">revoked</Badge>}
          {agent.status === "paused" && <Badge tone="warn">paused</Badge>}
          {agent.previous_key_until && <Badge tone="warn">two keys</Badge>}
        </h2>
        <p className="text-sm text-ink-2">
          {agent.workflow === null ? <KeyUse agent={agent} /> : `Proposes for runs of ${agent.workflow}`}
        </p>
        <p className="text-xs text-ink-3">
          Speaks for {agent.workflow ? "whoever began the run" : (agent.on_behalf_of?.name ?? "nobody")} · at
          most {formatCount(agent.proposals_per_minute_max)} a minute and {formatCount(agent.pending_max)}{" "}
          waiting ·{" "}
          <Link
            href={`/proposed-actions?agent=${encodeURIComponent(agent.name)}`}
            className="underline underline-offset-2 max-md:-my-3 max-md:py-3"
          >
            {formatCount(agent.pending)} waiting now
          </Link>
        </p>
        <Record agent={agent} />
        {agent.key_makers.length > 0 && (
          <p className="text-xs text-ink-3">
            {agent.workflow ? "Workflow published or given secrets" : "Key made or rotated"} by{" "}
            {agent.key_makers.join(", ")}: {agent.key_makers.length === 1 ? "its author" : "its authors"} at
            L4 and L5.
          </p>
        )}
        <LastChange change={agent.last_change} />
      </div>
      {live && (
        <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
          <PauseButton agent={agent} />
          <DialogButton
            aria-label={`Manage ${agent.name}`}
            renderDialog={(onClose) => (
              <ManageAgent agent={agent} principals={principals} onClose={onClose} />
            )}
          >
            Manage…
          </DialogButton>
        </div>
      )}
    </article>
  );
}

/** How people judged what it proposed, and how much of it was refused unseen. */
function Record({ agent: { decided, approved, held_back: heldBack } }: { agent: AgentView }) {
  return (
    <p className="text-xs text-ink-3">
      {decided === 0
        ? "People decided none of its proposals in 30 days"
        : `${Math.round((100 * approved) / decided)} % approved of ${formatCount(decided)} that people decided in 30 days`}
      {heldBack > 0 && (
        <>
          {" · "}
          <Link href="/held-back" className="underline underline-offset-2 max-md:-my-3 max-md:py-3">
            {formatCount(heldBack)} held back in 24 h
          </Link>
        </>
      )}
    </p>
  );
}

function KeyUse({ agent }: { agent: AgentView }) {
  return (
    <>
      Key <span className="font-mono text-xs">{agent.key_prefix}…</span>,{" "}
      {agent.last_used_at ? (
        <>
          used <RelativeTime iso={agent.last_used_at} />
        </>
      ) : (
        "not used yet"
      )}
      {agent.previous_key_until && (
        <>
          ; the one before stops <Countdown iso={agent.previous_key_until} prefix="in " />
        </>
      )}
    </>
  );
}
