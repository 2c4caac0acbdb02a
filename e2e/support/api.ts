import type { ActionDetail, ActionList, Overview } from "@/lib/contract/action-view";
import type { BulkDecideResult, DecideResult, EditTokenResult } from "@/lib/contract/decision";
import type { ProposalView } from "@/lib/contract/proposal";
import { type Answer, expectStatus, send } from "./http";
import { type Role, installation, userOf } from "./installation";

/** The contract as agents and people call it. What fails with another status than the usual one throws. */

export async function propose(
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<ProposalView> {
  const answer = await send("/api/v1/proposals", {
    method: "POST",
    token: installation().agentKey,
    body,
    headers,
  });
  return expectStatus<ProposalView>(answer, 200, 201);
}

export async function readProposal(id: number, waitSeconds = 0): Promise<ProposalView> {
  const answer = await send(`/api/v1/proposals/${id}?wait=${waitSeconds}`, {
    token: installation().agentKey,
  });
  return expectStatus<ProposalView>(answer, 200);
}

export async function withdraw(id: number): Promise<Answer> {
  return send(`/api/v1/proposals/${id}/withdraw`, { method: "POST", token: installation().agentKey });
}

export async function readAction(id: number): Promise<ActionDetail> {
  return get<ActionDetail>(`/api/proposed-actions/${id}`);
}

export async function listActions(search: string): Promise<ActionList> {
  return get<ActionList>(`/api/proposed-actions?${search}`);
}

export async function readOverview(): Promise<Overview> {
  return get<Overview>("/api/overview");
}

export async function get<T>(path: string, role: Role = "viewer"): Promise<T> {
  return expectStatus<T>(await send(path, { token: userOf(role).token }), 200);
}

export async function post(
  path: string,
  role: Role,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  return send(path, {
    method: "POST",
    token: userOf(role).token,
    body,
    ...(headers ? { headers } : {}),
  });
}

interface Decided {
  decision: "approve" | "reject";
  payload_hash: string;
  comment?: string;
  confirmed?: boolean;
}

export async function decide(role: Role, id: number, body: Decided, editToken?: string): Promise<Answer> {
  return post(
    `/api/proposed-actions/${id}/decide`,
    role,
    body,
    editToken === undefined ? undefined : { "x-edit-token": editToken },
  );
}

export async function approve(role: Role, proposal: ProposalView, confirmed = false): Promise<DecideResult> {
  const answer = await decide(role, proposal.id, {
    decision: "approve",
    payload_hash: proposal.payload_hash,
    confirmed,
  });
  return expectStatus<DecideResult>(answer, 200);
}

export async function reject(role: Role, proposal: ProposalView, comment: string): Promise<DecideResult> {
  const answer = await decide(role, proposal.id, {
    decision: "reject",
    payload_hash: proposal.payload_hash,
    comment,
  });
  return expectStatus<DecideResult>(answer, 200);
}

export async function bulkDecide(role: Role, body: unknown): Promise<BulkDecideResult> {
  return expectStatus<BulkDecideResult>(await post("/api/proposed-actions/bulk-decide", role, body), 200);
}

export async function mintEditToken(
  role: Role,
  proposal: ProposalView,
  typedReference: string,
  code: string,
): Promise<EditTokenResult> {
  const answer = await post("/api/edit-tokens", role, {
    action_id: proposal.id,
    payload_hash: proposal.payload_hash,
    decision: "approve",
    typed_reference: typedReference,
    factor: { type: "totp", code },
  });
  return expectStatus<EditTokenResult>(answer, 201);
}

type SwitchName = Overview["switches"][number]["name"];

export async function setSwitch(name: SwitchName, engaged: boolean, reason: string): Promise<void> {
  const answer = await send("/api/kill-switches", {
    method: "PUT",
    token: userOf("admin").token,
    body: { name, engaged, reason },
  });
  expectStatus(answer, 200);
}

/** Every switch as a test found it: off. */
export async function releaseSwitches(): Promise<void> {
  for (const { name, engaged } of (await readOverview()).switches) {
    if (engaged) await setSwitch(name, false, "The test is over");
  }
}
