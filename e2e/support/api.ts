import type { InputOf, ResultOf } from "@/lib/operations";
import type { ProposalView } from "@/lib/contract/proposal";
import { call, succeed } from "./call";
import { type Answer, expectStatus, send } from "./http";
import { type Role, userOf } from "./installation";

/** Calls that many tests make, in their words. A call that fails with another status than the usual one throws. */

export const propose = (input: Record<string, unknown>, idempotency_key?: string) =>
  succeed("proposeAction", "agent", { ...(input as InputOf<"proposeAction">), idempotency_key });

export const readProposal = (id: number, wait = 0) => succeed("readProposal", "agent", { id, wait });

export const withdraw = (id: number) => call("withdrawProposal", "agent", { id });

export const readAction = (id: number) => succeed("readAction", "viewer", { id });

export const readOverview = () => succeed("readOverview", "viewer");

/** For addresses with a search of their own. */
export async function get<T>(path: string, role: Role = "viewer"): Promise<T> {
  return expectStatus<T>(await send(path, { token: userOf(role).token }), 200);
}

export const listActions = (search: string) =>
  get<ResultOf<"listActions">>(`/api/proposed-actions?${search}`);

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
