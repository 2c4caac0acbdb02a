import { distributor } from "@countersign/netsuite-simulator/company";
import { type Installation, openOwnerOf } from "./own-installation";
import { proveSessions, sendInSession, signInOver } from "./signed-in";
import type { Decision } from "@/lib/core/action/proposed-action";
import type { SwitchName } from "@/lib/core/kill-switch";

/** The calls a smoke run makes, over HTTP like everybody else. */

export type { SwitchName } from "@/lib/core/kill-switch";
export interface Proposal {
  id: number;
  payload_hash: string;
  risk_level: number;
}

export interface SwitchState {
  name: SwitchName;
  engaged: boolean;
  source: string | null;
  since: string | null;
}

type Answered = { status: number; body: Record<string, unknown> };

/** The way into a company: who calls, over which wire, and in which session a switch is released. */
export interface CompanyDoor {
  tokenOf: (role: string) => string;
  agentKey: string;
  operatorToken: string;
  send: (path: string, request: RequestInit) => Promise<Response>;
  release: (name: SwitchName) => Promise<Answered>;
}

export const companyClientFor = (installation: Installation): CompanyClient =>
  companyClientThrough({
    tokenOf: (role) => installation.users.find((user) => user.role === role)!.token,
    agentKey: installation.agentKey,
    operatorToken: installation.operatorToken,
    send: (path, request) => fetch(`${installation.url}${path}`, request),
    release: (name) => releaseInSession(installation, name),
  });

/** In an administrator's session, with a step-up: a token does not release a switch. */
async function releaseInSession(installation: Installation, name: SwitchName): Promise<Answered> {
  const admin = installation.users.find((user) => user.role === "admin")!;
  const owner = await openOwnerOf(installation);
  try {
    const cookie = await signInOver(installation.url, admin);
    await proveSessions(owner, admin.email);
    const answer = await sendInSession({ url: installation.url, owner, cookie }, async (headers) => {
      const answered = await fetch(`${installation.url}/api/kill-switches`, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ name, engaged: false, reason: "smoke check" }),
      });
      return { status: answered.status, text: await answered.text() };
    });
    return { status: answer.status, body: JSON.parse(answer.text) as Record<string, unknown> };
  } finally {
    await owner.end();
  }
}

export function companyClientThrough({ tokenOf, agentKey, operatorToken, send, release }: CompanyDoor) {
  async function call(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answered> {
    const answer = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  let count = 0;
  const stamp = Date.now().toString(36);
  async function propose(tier: 2 | 4): Promise<{ status: number; proposal: Proposal }> {
    count += 1;
    const input = tier === 2 ? note(`Smoke ${stamp}-${count}`) : adjustment(count);
    const { status, body } = await call("POST", "/api/v1/proposals", agentKey, input);
    const proposal = body as unknown as Proposal;
    if (status === 201 && proposal.risk_level !== tier)
      throw new Error(`#${proposal.id} should be L${tier}: ${JSON.stringify(body)}`);
    return { status, proposal };
  }

  const decideAs = (role: string, proposal: Proposal, decision: Decision) =>
    call("POST", `/api/proposed-actions/${proposal.id}/decide`, tokenOf(role), {
      decision,
      payload_hash: proposal.payload_hash,
      confirmed: true,
      comment: "smoke check",
    });
  return {
    propose,
    decideAs,
    decide: (proposal: Proposal, decision: Decision) => decideAs("approver", proposal, decision),
    withdraw: (proposal: Proposal) => call("POST", `/api/v1/proposals/${proposal.id}/withdraw`, agentKey),
    live: (proposal: Proposal) =>
      call("GET", `/api/proposed-actions/${proposal.id}/live`, tokenOf("approver")),
    setSwitch: (name: SwitchName, engaged: boolean) =>
      engaged
        ? call("PUT", "/api/kill-switches", tokenOf("admin"), { name, engaged, reason: "smoke check" })
        : release(name),
    switches: async () =>
      (await call("GET", "/api/kill-switches", tokenOf("admin"))).body.switches as SwitchState[],
    setGlobalSwitch: (name: SwitchName, engaged: boolean) =>
      call(
        "PUT",
        "/api/operator/kill-switches",
        operatorToken,
        { name, engaged, reason: "smoke check" },
        { "x-operator": "smoke check" },
      ),
    drain: () => call("POST", "/api/ns-push/drain", tokenOf("admin")),
    action: (proposal: Proposal) => call("GET", `/api/proposed-actions/${proposal.id}`, tokenOf("approver")),
    async push(proposal: Proposal): Promise<{ status: string; attempts: number; action: string }> {
      const { body } = await call("GET", `/api/proposed-actions/${proposal.id}`, tokenOf("approver"));
      const push = body.push as { status: string; attempts: number } | null;
      return { status: push?.status ?? "none", attempts: push?.attempts ?? 0, action: String(body.status) };
    },
  };
}
export type CompanyClient = ReturnType<typeof companyClientThrough>;

function note(text: string) {
  return {
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", to: text }],
  };
}

/** Large enough for L4 (from $1,000), small enough for the stock there is. */
function adjustment(index: number) {
  const item = distributor.items[(index * 7) % distributor.items.length]!;
  const quantity = Math.ceil(120_000 / item.unitCostCents);
  return {
    action_type: "inventory_adjustment",
    entity_type: "item",
    entity_ref: item.sku,
    changes: [{ field: "adjustqtyby", to: quantity }],
    context: { location: "Plant 2" },
  };
}
