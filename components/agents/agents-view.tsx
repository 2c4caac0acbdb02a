/** This room shows the company's agents and manages their keys. */
"use client";
import Link from "next/link";
import { lazily } from "@/components/ui/lazily";
import { PageFrame } from "@/components/ui/page";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { LastChange } from "@/components/people/last-change";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { EmptyState } from "@/components/ui/states";
import { Countdown, RelativeTime } from "@/components/ui/time";
import type { AgentView } from "@/lib/contract/people/agents";
import type { Principal } from "./agent-dialogs";
import { formatCount } from "@/lib/view/decimal";

// Their code comes with the first press.
const CreateAgent = lazily(() => import("./agent-dialogs").then((module) => module.CreateAgent));
const ManageAgent = lazily(() => import("./agent-dialogs").then((module) => module.ManageAgent));

export function AgentsView({ agents, principals }: { agents: AgentView[]; principals: Principal[] }) {
  return (
    <PageFrame
      title="Agents"
      text="The programs that propose writes, each with its key and limits. An agent never decides anything."
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DialogButton
          tone="solid"
          renderDialog={(onClose) => <CreateAgent principals={principals} onClose={onClose} />}
        >
          Create an agent…
        </DialogButton>
        <Link
          href="/agents/webhooks"
          className="text-sm underline underline-offset-2 max-md:flex max-md:min-h-11 max-md:items-center"
        >
          Webhooks
        </Link>
      </div>
      {agents.length === 0 ? (
        <EmptyState
          title="No agents yet"
          text="Create one to get a key; whatever proposes writes presents it. Its proposals appear in the inbox."
        />
      ) : (
        <ul className="grid gap-2.5" aria-label="Agents">
          {agents.map((agent) => (
            <li key={agent.id}>
              <AgentRow agent={agent} principals={principals} />
            </li>
          ))}
        </ul>
      )}
    </PageFrame>
  );
}

function AgentRow({ agent, principals }: { agent: AgentView; principals: Principal[] }) {
  const live = agent.status === "active";
  return (
    <article
      aria-label={agent.name}
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
        <DialogButton
          aria-label={`Manage ${agent.name}`}
          className="max-md:w-full"
          renderDialog={(onClose) => <ManageAgent agent={agent} principals={principals} onClose={onClose} />}
        >
          Manage…
        </DialogButton>
      )}
    </article>
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
