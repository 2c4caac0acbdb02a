"use client";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { useChanges } from "@/components/data/live/live-updates";
import { ReadFailure } from "@/components/data/read-failure";
import { useRead } from "@/components/data/use-read";
import { announce } from "@/components/ui/announcer";
import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icons/icon";
import { RelativeTime } from "@/components/ui/time";
import type { ActionList } from "@/lib/contract/actions/outline";
import type { AgentView } from "@/lib/contract/people/agents";
import { endedWords } from "@/lib/view/action/status-words";
import { actionHref } from "@/lib/view/views";
import { NextSteps } from "./next-steps";
import { CommonFaults } from "./common-faults";

type Proposal = ActionList["items"][number];

interface AwaitFirstProps {
  agent: AgentView;
  /** Its newest proposal when the page was loaded; null: it had none. */
  before: Proposal | null;
  /** The names of those who may approve. */
  deciders: readonly string[];
  onArrived: () => void;
}

/** Waits for a proposal that was not there when the page was loaded. */
export function AwaitFirst({ agent, before, deciders, onArrived }: AwaitFirstProps) {
  const { proposal, query } = useArrived(agent, before);
  const hasArrived = proposal !== null;
  useEffect(() => {
    if (hasArrived) announce(`A proposal of ${agent.name} has arrived.`);
  }, [agent.name, hasArrived]);
  const tell = useRef(onArrived);
  useEffect(() => {
    if (hasArrived) tell.current();
  }, [hasArrived]);
  if (proposal) return <Arrived agent={agent} proposal={proposal} deciders={deciders} />;
  return (
    <>
      <div
        data-testid="waiting"
        // In sight while the lines above are copied.
        className="sticky bottom-3 grid gap-2 rounded-[10px] border bg-panel p-4 shadow-lift"
      >
        <p className="flex items-center gap-2.5 text-sm font-medium">
          <span aria-hidden className="size-2.5 shrink-0 animate-pulse rounded-full bg-accent" />
          Waiting for {before ? "the next" : "the first"} proposal of {agent.name}
        </p>
        {before && (
          <p className="text-sm text-ink-2">
            It is connected: its latest one, <ProposalLink proposal={before} />, came{" "}
            <RelativeTime iso={before.created_at} />.
          </p>
        )}
        <KeyNews agent={agent} />
        {query.isError && <ReadFailure title="Proposals could not be read" query={query} />}
      </div>
      <CommonFaults />
    </>
  );
}

function useArrived(agent: AgentView, before: Proposal | null) {
  const query = useRead<ActionList>(
    ["proposals-of-agent", agent.id],
    `/api/proposed-actions?agent=${encodeURIComponent(agent.name)}&status=all&sort=newest&limit=1`,
  );
  // One reading at a time, however much happens meanwhile.
  useChanges(() => void query.refetch({ cancelRefetch: false }));
  const newest = query.data?.items[0];
  return { query, proposal: newest && newest.id !== before?.id ? newest : null };
}

/** A refused try leaves this trace alone: the key was presented. */
function KeyNews({ agent }: { agent: AgentView }) {
  const { data } = useRead<{ items: AgentView[] }>(["agents"], "/api/agents");
  const now = data?.items.find(({ id }) => id === agent.id);
  if (!now) return null;
  if (now.status === "revoked")
    return <p className="text-sm text-bad">{agent.name} is revoked: its key is not taken any more.</p>;
  if (!now.last_used_at || now.last_used_at === agent.last_used_at)
    return (
      <p className="text-sm text-ink-2">No request with its key has arrived since this page was opened.</p>
    );
  return (
    <p className="text-sm text-warn">
      Its key was taken <RelativeTime iso={now.last_used_at} />, and nothing was proposed. If the program was
      refused, the answer that it got says why.
    </p>
  );
}

const ProposalLink = ({ proposal: { id, title, entity_ref: reference } }: { proposal: Proposal }) => (
  <Link href={actionHref(id)} className="font-medium underline underline-offset-2">
    {title} on {reference}
  </Link>
);

/** One function for every rendering: another one would be called at each of them. */
const bringIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: "nearest" });

function Arrived({
  agent,
  proposal,
  deciders,
}: Omit<AwaitFirstProps, "before" | "onArrived"> & { proposal: Proposal }) {
  return (
    <div
      ref={bringIntoView}
      data-testid="arrived"
      className="grid gap-3 rounded-[10px] border border-good/40 bg-good-soft p-4"
    >
      <p className="flex items-start gap-2.5 font-semibold text-good">
        <Icon name="check" className="mt-0.5 size-5 shrink-0" strokeWidth={2.5} />
        {agent.name} is connected
      </p>
      <p className="text-sm text-ink">
        <ProposalLink proposal={proposal} /> came <RelativeTime iso={proposal.created_at} />.{" "}
        {proposal.status === "pending" ? "It waits for a decision." : `${endedWords(proposal)}.`}
      </p>
      <NextSteps agent={agent} proposal={proposal} deciders={deciders} />
      <div className="flex flex-wrap gap-2.5">
        <ButtonLink tone="solid" href={actionHref(proposal.id)} className="max-md:w-full">
          Open the proposal
        </ButtonLink>
        <ButtonLink href="/proposed-actions" className="max-md:w-full">
          Open the inbox
        </ButtonLink>
      </div>
    </div>
  );
}
