"use client";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { ProblemError } from "@/components/data/get-json";
import { useViewer } from "@/components/data/viewer";
import type { OwnProposal } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";
import { type Facts, type Next, type Transcript, replay } from "@/lib/view/chat/replay";
import { conversationOf } from "@/lib/view/chat/scripts";
import { mayTryAgain } from "@/lib/view/chat/sentences";
import { type ChatKit, useChatKit } from "./chat-kit";
import { useTabMemory } from "./use-tab-memory";

export interface InitialConversation {
  id: string;
  proposals: OwnProposal[];
}

/** While something waits or is being written; a list costs two short queries. */
const pollMs = 1_500;
const proposalsMax = 50;
const nothing: Transcript = { entries: [], next: { kind: "done" } };

/** A conversation as it stands: the script played against what was proposed in it. */
export function useConversation(id: string, initial: InitialConversation | null) {
  const conversation = useMemo(() => conversationOf(id), [id]);
  const firstName = useViewer().name.split(" ")[0]!;
  const kit = useChatKit();
  const memory = useTabMemory(id);
  const query = useQuery({
    queryKey: ["conversation", id],
    queryFn: () => proposalsOf(kit, id),
    ...(initial && initial.id === id ? { initialData: initial.proposals } : {}),
    refetchInterval: ({ state }) => ((state.data ?? []).some(isOpen) ? pollMs : false),
    staleTime: 0,
  });
  const proposals = query.data;
  const transcript = useMemo(() => {
    if (!conversation) return nothing;
    const facts: Facts = {
      proposals: byKey(conversation.id, proposals ?? []),
      byId: new Map((proposals ?? []).map((own) => [own.proposal.id, own])),
      refusals: memory.refusals,
    };
    return replay(conversation.script.talk, { firstName, mark: conversation.mark }, facts);
  }, [conversation, firstName, memory.refusals, proposals]);

  const [unanswered, setUnanswered] = useState<string | null>(null);
  const inFlight = useRef(new Set<string>());
  const { refetch } = query;
  const { refuse } = memory;
  const make = useCallback(
    async (call: Extract<Next, { kind: "call" }>) => {
      // Also against a double tap: the key would propose once in any case.
      if (inFlight.current.has(call.key)) return;
      inFlight.current.add(call.key);
      setUnanswered(null);
      const problem = await send(kit, id, call);
      inFlight.current.delete(call.key);
      if (problem === "no_answer") setUnanswered(call.key);
      else if (problem) refuse(call.key, problem);
      else await refetch();
    },
    [id, kit, refetch, refuse],
  );
  return {
    script: conversation?.script ?? null,
    transcript,
    /** True once the tab's memory of the conversation has been read. */
    loaded: memory.loaded,
    going: memory.going,
    go: memory.go,
    make,
    mayTryAgain: unanswered !== null || [...memory.refusals.values()].some(mayTryAgain),
    /** Refusals that may pass by themselves are forgotten, and the script goes on from the first of them. */
    tryAgain: () => {
      setUnanswered(null);
      memory.forget(mayTryAgain);
      void refetch();
    },
    unanswered,
    error: query.error,
  };
}

async function proposalsOf({ listMyProposals }: ChatKit, id: string): Promise<OwnProposal[]> {
  const answer = await listMyProposals({ conversationRef: id, limit: proposalsMax });
  if (!answer.ok) throw new ProblemError(answer.problem);
  return answer.proposals;
}

/** Never throws: null where it was proposed. */
async function send(
  { callTool }: ChatKit,
  id: string,
  call: Extract<Next, { kind: "call" }>,
): Promise<Problem | "no_answer" | null> {
  try {
    const answer = await callTool(call.tool, call.input, {
      idempotencyKey: `${id}:${call.key}`,
      conversationRef: id,
      model: "none: a scripted example",
    });
    return answer.ok ? null : answer.problem;
  } catch {
    return "no_answer";
  }
}

function byKey(id: string, proposals: readonly OwnProposal[]): Map<string, OwnProposal> {
  return new Map(
    proposals.flatMap((own) => {
      const key = own.idempotency_key;
      return key?.startsWith(`${id}:`) ? [[key.slice(id.length + 1), own] as const] : [];
    }),
  );
}

function isOpen({ proposal }: OwnProposal): boolean {
  return proposal.status === "pending" || proposal.status === "approved";
}
