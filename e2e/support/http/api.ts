import type { InputOf } from "@/lib/operations";
import type { UnredactedDetail, UnredactedSummary } from "@/lib/contract/actions/action-view";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { type As, call, succeed } from "./call";
import { type Answer, expectStatus, send } from "./request";
import { type Role, userOf } from "../installation";
import { addAgentLikeOwn } from "../people/people";

/** Calls that many tests make, in their words. A call that fails with another status than the usual one throws. */

/** Proposals of this test that another agent than the installation's own made. */
const madeAs = new Map<number, As>();
const agentOf = (id: number): As => madeAs.get(id) ?? "agent";

/**
 * A new proposal. An agent asks for one value of a record at a time, so where the installation's own has one waiting a new
 * agent proposes. With a key, or as a named agent: exactly as they ask.
 */
export async function propose(
  input: Record<string, unknown>,
  idempotency_key?: string,
  as?: As,
): Promise<ProposalView> {
  const proposing = { ...(input as InputOf<"proposeAction">), idempotency_key };
  if (as ?? idempotency_key) return succeed("proposeAction", as ?? "agent", proposing);
  const answer = await call("proposeAction", "agent", proposing);
  const waits = answer.status === 200 || answer.text.includes("conflicting_proposal");
  if (!waits) return expectStatus<ProposalView>(answer, 201);
  const token = await addAgentLikeOwn();
  const proposal = await succeed("proposeAction", { token }, proposing);
  madeAs.set(proposal.id, { token });
  return proposal;
}

/** Reads it as the agent that proposed it. */
export const readProposal = (id: number, wait = 0) => succeed("readProposal", agentOf(id), { id, wait });

export const withdraw = (id: number) => call("withdrawProposal", agentOf(id), { id });

/** Reads it as a person who sees content. */
export async function readAction(id: number): Promise<UnredactedDetail> {
  const detail = await succeed("readAction", "approver", { id });
  if (detail.redacted) throw new Error(`the content of #${id} is hidden`);
  return detail;
}

export const readOverview = () => succeed("readOverview", "viewer");

/** For addresses with a search of their own. */
export async function get<T>(path: string, role: Role = "viewer"): Promise<T> {
  return expectStatus<T>(await send(path, { token: userOf(role).token }), 200);
}

interface WholeList {
  items: UnredactedSummary[];
  next_cursor: string | null;
}

export const listActions = (search: string) => get<WholeList>(`/api/proposed-actions?${search}`, "approver");

export function decide(
  role: Role,
  id: number,
  decision: Omit<InputOf<"decideAction">, "id" | "edit_token">,
  edit_token?: string,
): Promise<Answer> {
  return call("decideAction", role, { id, ...decision, edit_token });
}

export const approve = (role: Role, { id, payload_hash }: ProposalView, confirmed = false) =>
  succeed("decideAction", role, { id, payload_hash, decision: "approve", confirmed });

export const reject = (role: Role, { id, payload_hash }: ProposalView, comment: string) =>
  succeed("decideAction", role, { id, payload_hash, decision: "reject", comment });

export const bulkDecide = (role: Role, input: InputOf<"bulkDecide">) => succeed("bulkDecide", role, input);

export const mintEditToken = (role: Role, proposal: ProposalView, typed_reference: string, code: string) =>
  succeed("issueEditToken", role, {
    action_id: proposal.id,
    payload_hash: proposal.payload_hash,
    decision: "approve",
    typed_reference,
    factor: { type: "totp", code },
  });

export const setSwitch = (name: InputOf<"setKillSwitch">["name"], engaged: boolean, reason: string) =>
  succeed("setKillSwitch", "admin", { name, engaged, reason });

/** Every switch as a test found it: off. */
export async function releaseSwitches(): Promise<void> {
  for (const { name, engaged } of (await readOverview()).switches) {
    if (engaged) await setSwitch(name, false, "The test is over");
  }
}
