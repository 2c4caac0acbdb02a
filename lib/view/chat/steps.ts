import type { OwnProposal } from "@/lib/contract/kit/results";
import type { Problem } from "@/lib/contract/problem";
import { add } from "@/lib/core/values/decimal";
import { type CallAnswer, type Talk, type ToolInput, type Until, fromLive } from "./replay";
import { decisionWords, editWords, isByPolicy, refusalWords, tierWords, writeWords } from "./sentences";

export function* ask(text: string): Talk {
  yield { kind: "question", text };
}

export function* say(text: string): Talk {
  yield { kind: "sentence", text };
}

export function* call(key: string, tool: string, input: ToolInput): Talk<CallAnswer> {
  return (yield { kind: "call", key, tool, input }) as CallAnswer;
}

function* until(id: number, state: Until): Talk<OwnProposal> {
  return (yield { kind: "wait", id, until: state }) as OwnProposal;
}

/** A change of a value that the agent remembers. */
export interface Move {
  key: string;
  tool: string;
  /** Without `from` and `to`. */
  input: ToolInput;
  /** As the agent remembers it; NetSuite may hold another value by now. */
  from: string;
  by: string;
  /** A value in words: `$34.14`. */
  inWords: (value: string) => string;
}

export interface Proposed {
  own: OwnProposal;
  from: string;
  to: string;
}

/**
 * Proposes a move; where NetSuite holds another value than the remembered one, says so and proposes from that one. Null:
 * refused, and said so.
 */
export function* proposeMove(move: Move): Talk<Proposed | null> {
  const { key, tool, input, from, by } = move;
  const first = yield* callWith(key, from);
  if (first.ok) return { own: first.own, from, to: add(from, by)! };
  const live = liveValueOf(first.problem);
  if (live === null) {
    yield* say(refusalWords(first.problem));
    return null;
  }
  yield* say(
    `My export of last night says ${move.inWords(from)}, but NetSuite holds ${move.inWords(live)} now. I propose from what is there.`,
  );
  const again = fromLive(key);
  const second = yield* callWith(again, live);
  if (second.ok) return { own: second.own, from: live, to: add(live, by)! };
  yield* say(refusalWords(second.problem));
  return null;

  function* callWith(as: string, value: string): Talk<CallAnswer> {
    return yield* call(as, tool, { ...input, from: value, to: add(value, by)! });
  }
}

/** The live value that a refusal carries; null where it was refused for another reason. */
function liveValueOf(problem: Problem): string | null {
  if (problem.code !== "from_mismatch" || !Array.isArray(problem.live)) return null;
  const [first] = problem.live as { value?: unknown }[];
  return typeof first?.value === "string" ? first.value : null;
}

/**
 * Says what waits and why, then how it ended; where somebody edits it, follows the version that took its place.
 * Returns the proposal as it ended.
 */
export function* followUp(own: OwnProposal): Talk<OwnProposal> {
  const { id } = own.proposal;
  yield* say(tierWords(own));
  const decided = yield* until(id, "decided");
  if (decided.action.status === "superseded") return yield* followSuccessor(decided);
  if (!isByPolicy(own)) yield* say(decisionWords(decided));
  if (decided.proposal.decision !== "approve") return decided;
  const settled = yield* until(id, "settled");
  if (settled.action.status === "superseded") return yield* followSuccessor(settled);
  yield* say(writeWords(settled));
  return settled;
}

function* followSuccessor(edited: OwnProposal): Talk<OwnProposal> {
  const { superseded_by: successor } = edited.proposal;
  if (!successor) return edited;
  const version = yield* until(successor.id, "known");
  yield* say(editWords(edited, version));
  yield { kind: "show", id: successor.id };
  return yield* followUp(version);
}
