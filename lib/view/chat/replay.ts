import type { OwnProposal } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";

/**
 * The chat example's agent is a script: a generator that says things, calls tools and waits. It keeps nothing. Every
 * sentence is said again from the conversation's proposals, so a reload, another device or a late decision cost nothing.
 */

export type ToolInput = Record<string, string | string[]>;

/** `known`: it is among the conversation's proposals, however it stands. */
export type Until = "known" | "decided" | "settled";

/** A question of the viewer's, or a sentence of the agent's. */
type Message = { kind: "question"; text: string } | { kind: "sentence"; text: string };
type Call = { kind: "call"; key: string; tool: string; input: ToolInput };

export type Step = Message | Call | { kind: "wait"; id: number; until: Until } | { kind: "show"; id: number };

/** A tool's answer, as a proposal that exists or a refusal. */
export type CallAnswer = { ok: true; own: OwnProposal } | { ok: false; problem: Problem };

export type Entry =
  | Message
  | (Call & { answer: CallAnswer | null })
  /** A version of a proposal that somebody edited: no call of this conversation made it. */
  | { kind: "version"; own: OwnProposal };

/** The next thing in the conversation: a call to make, a proposal to wait for, or nothing any more. */
export type Next = Call | { kind: "wait"; own: OwnProposal; until: Until } | { kind: "done" };

export interface Transcript {
  entries: Entry[];
  next: Next;
}

/** `unknown` is what a step is answered with: the helpers in steps.ts say what each gets back. */
export type Talk<Result = void> = Generator<Step, Result, unknown>;

export interface Setting {
  firstName: string;
  /** A few characters that no other conversation has. */
  mark: string;
}

export interface Facts {
  /** Proposals by the key of the call that made each. */
  proposals: ReadonlyMap<string, OwnProposal>;
  /** All of the conversation, by number: also the versions that people wrote. */
  byId: ReadonlyMap<number, OwnProposal>;
  refusals: ReadonlyMap<string, Problem>;
}

/** A script that goes round in circles ends here. */
const stepsMax = 100;

export function replay(script: (setting: Setting) => Talk, setting: Setting, facts: Facts): Transcript {
  const talk = script(setting);
  const entries: Entry[] = [];
  let reply: unknown;
  for (let count = 0; count < stepsMax; count += 1) {
    const { done, value: step } = talk.next(reply);
    reply = undefined;
    if (done) return { entries, next: { kind: "done" } };
    if (step.kind === "call") {
      const answer = answerOf(step.key, facts);
      entries.push({ ...step, answer });
      if (!answer) return { entries, next: step };
      reply = answer;
    } else if (step.kind === "wait") {
      const own = facts.byId.get(step.id);
      // A version that only another viewer may see ends the conversation where it is unknown.
      if (!own) return { entries, next: { kind: "done" } };
      if (!isOver(own, step.until)) return { entries, next: { kind: "wait", own, until: step.until } };
      reply = own;
    } else if (step.kind === "show") {
      const own = facts.byId.get(step.id);
      if (!own) return { entries, next: { kind: "done" } };
      entries.push({ kind: "version", own });
      reply = own;
    } else {
      entries.push(step);
    }
  }
  return { entries, next: { kind: "done" } };
}

/** The key of a second try under the live value, after the first one was refused for another value. */
export const fromLive = (key: string): string => `${key}-from-live`;

function answerOf(key: string, { proposals, refusals }: Facts): CallAnswer | null {
  const own = proposals.get(key);
  if (own) return { ok: true, own };
  const problem = refusals.get(key) ?? refusalBehind(proposals.get(fromLive(key)));
  return problem ? { ok: false, problem } : null;
}

/** Refusals leave no row. This one left a second try, which starts from the very value that it was refused for. */
function refusalBehind(second: OwnProposal | undefined): Problem | null {
  const change = second?.action.changes[0];
  if (!change || change.from === null) return null;
  return {
    type: "urn:countersign:problem:from_mismatch",
    title: "Not valid",
    status: 422,
    code: "from_mismatch",
    detail:
      "The record no longer holds the value this proposal starts from; look again and propose it again.",
    live: [{ field: change.field, value: change.from }],
  };
}

function isOver({ proposal }: OwnProposal, until: Until): boolean {
  if (until === "known") return true;
  if (proposal.status === "pending") return false;
  if (until === "decided" || proposal.status !== "approved") return true;
  // Gave up: whoever looks after dead letters goes on from there.
  return proposal.push_status === "dead";
}
