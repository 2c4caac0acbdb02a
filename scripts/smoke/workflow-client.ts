import type { OwnerSql } from "@/db/client";
import type { Installation } from "./own-installation";
import { proveSessions, sendInSession, signInOver } from "./signed-in";

/** Workflows of an installation, over HTTP like everybody else: published, begun and approved. @throws Error with an answer that is not the expected one. */

/** Proposes a note, and goes on when it is written. */
export const notingWorkflow = (name: string): string => `workflow: ${name}
limits: { writes: 1 }
steps:
  - id: note
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "Run \${{ run.id }}" }] }
  - { id: next, tool: transform, with: { value: "\${{ steps.note.output.record_id }}" } }`;

/** Asks approvers, and goes on with the answer. */
export const askingWorkflow = (name: string): string => `workflow: ${name}
steps:
  - id: ask
    tool: human.ask
    with: { ${asking}, message: "Run \${{ run.id }}?" }
  - { id: next, tool: transform, with: { value: "\${{ steps.ask.output.answer }}" } }`;
const asking = "interaction_type: approval, responders: [{ role: approver }], timeout_seconds: 3600";

/** Stores a text and puts it in force, in an administrator's session. */
export async function publishOver(
  installation: Installation,
  owner: OwnerSql,
  source: string,
): Promise<void> {
  const { url, users } = installation;
  const admin = users.find(({ role }) => role === "admin")!;
  const cookie = await signInOver(url, admin);
  await proveSessions(owner, admin.email);
  const post = async <Body>(path: string, body: object) => {
    const answer = await sendInSession({ url, owner, cookie }, async (headers) => {
      const answered = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answered.status, text: await answered.text() };
    });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
    return JSON.parse(answer.text) as Body;
  };
  const { id, version_id } = await post<{ id: number; version_id: number }>("/api/workflows", { source });
  await post(`/api/workflows/${id}/publish`, { version_id, note: "why", base_publication: 0 });
}

/** Lifts what would slow many runs down. */
export async function liftCaps(owner: OwnerSql): Promise<void> {
  await owner`UPDATE run_lanes SET max_runs_per_min = 10000`;
  await owner`UPDATE agents SET proposals_per_minute_max = 10000, pending_max = 10000`;
}

export async function startOver(installation: Installation, workflow: string, ref: string): Promise<number> {
  const run = await postAs<{ id: number }>(installation, "/api/runs", {
    workflow,
    inputs: {},
    trigger_ref: ref,
  });
  return run.id;
}

export interface WaitingAction {
  id: number;
  payload_hash: string;
}

/** The proposals that a workflow's runs wait for, oldest first. */
export const listWaiting = (owner: OwnerSql, workflow: string) => owner<WaitingAction[]>`
  SELECT a.id, a.payload_hash FROM steps s
  JOIN proposed_actions a ON a.tenant_id = s.tenant_id AND a.id = s.proposed_action_id
  JOIN workflows f ON f.tenant_id = s.tenant_id AND f.id = s.workflow_id
  WHERE f.name = ${workflow} AND s.status = 'waiting_approval' AND a.status = 'pending' ORDER BY a.id`;

export async function approveOver(
  installation: Installation,
  { id, payload_hash }: WaitingAction,
): Promise<void> {
  await postAs(installation, `/api/proposed-actions/${id}/decide`, {
    decision: "approve",
    payload_hash,
    confirmed: true,
  });
}

/** An approver asks approvers. */
export const askOver = (installation: Installation, message: string) =>
  postAs<{ id: number }>(installation, "/api/interactions", {
    interaction_type: "approval",
    request_data: { message },
    responders: [{ role: "approver" }],
  });

export const answerOver = (installation: Installation, id: number) =>
  postAs(installation, `/api/interactions/${id}/respond`, { response: { approved: true } });

async function postAs<Body>({ url, users }: Installation, path: string, body: object): Promise<Body> {
  const { token } = users.find(({ role }) => role === "approver")!;
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}
