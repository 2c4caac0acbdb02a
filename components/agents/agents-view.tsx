/** This room shows the company's agents and manages their keys. */
"use client";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { PageFrame } from "@/components/ui/page";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { MemberCard } from "@/components/people/member-card";
import { EmptyState } from "@/components/ui/states";
import { Countdown, RelativeTime } from "@/components/ui/time";
import type { AgentView } from "@/lib/contract/agents";
import type { Principal } from "./agent-dialogs";

// Their code comes with the first press.
const CreateAgent = dynamic(() => import("./agent-dialogs").then((module) => module.CreateAgent), {
  ssr: false,
});
const ManageAgent = dynamic(() => import("./agent-dialogs").then((module) => module.ManageAgent), {
  ssr: false,
});

export function AgentsView({ agents, principals }: { agents: AgentView[]; principals: Principal[] }) {
  const [managed, setManaged] = useState<number | null>(null);
  const [creating, setCreating] = useState(false);
  const agent = agents.find((each) => each.id === managed);
  return (
    <PageFrame
      title="Agents"
      text="What proposes writes, with which key and within which limits. An agent never decides anything."
    >
      <div>
        <Button tone="solid" onClick={() => setCreating(true)}>
          Create an agent…
        </Button>
      </div>
      {agents.length === 0 ? (
        <EmptyState
          title="No agents yet"
          text="Create one to get a key; whatever proposes writes presents it. Its proposals appear in the inbox."
        />
      ) : (
        <ul className="grid gap-2.5" aria-label="Agents">
          {agents.map((each) => (
            <li key={each.id}>
              <AgentRow agent={each} onManage={() => setManaged(each.id)} />
            </li>
          ))}
        </ul>
      )}
      {creating && <CreateAgent principals={principals} onClose={() => setCreating(false)} />}
      {agent && <ManageAgent agent={agent} principals={principals} onClose={() => setManaged(null)} />}
    </PageFrame>
  );
}

function AgentRow({ agent, onManage }: { agent: AgentView; onManage: () => void }) {
  const live = agent.status === "active";
  return (
    <MemberCard
      name={agent.name}
      data-agent-id={agent.id}
      live={live}
      change={agent.last_change}
      onManage={live ? onManage : null}
      badges={
        <>
          {!live && <Badge tone="bad">revoked</Badge>}
          {agent.previous_key_until && <Badge tone="warn">two keys</Badge>}
        </>
      }
    >
      <p className="text-sm text-ink-2">
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
      </p>
      <p className="text-xs text-ink-3">
        Speaks for {agent.on_behalf_of?.name ?? "nobody"} · at most{" "}
        {agent.proposals_per_minute_max.toLocaleString("en-US")} a minute and{" "}
        {agent.pending_max.toLocaleString("en-US")} waiting ·{" "}
        <Link
          href={`/proposed-actions?agent=${encodeURIComponent(agent.name)}`}
          className="underline underline-offset-2 max-md:-my-3 max-md:py-3"
        >
          {agent.pending.toLocaleString("en-US")} waiting now
        </Link>
      </p>
    </MemberCard>
  );
}
