import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import type { Agents } from "./cast";
import { type DemoProposal, driftAfterwards, history } from "./proposals";
import type { Decision } from "@/lib/core/action/proposed-action";

/** The past of the demo's company, enacted by the gateway's own verbs. */

export async function propose(gateway: Gateway, agents: Agents, { agent, input }: DemoProposal) {
  const correlationId = `demo-${crypto.randomUUID()}`;
  const { proposal } = await proposeAction(
    agents.get(agent)!,
    { input, idempotencyKey: null, correlationId, traceId: null },
    gateway,
  );
  return proposal;
}

async function decide(
  gateway: Gateway,
  person: Person,
  id: number,
  payloadHash: string,
  decision: Decision,
  comment: string | null,
) {
  const command = {
    actionId: id,
    decision,
    payloadHash,
    comment,
    confirmed: true,
    editToken: null,
    channel: "page",
  } as const;
  await decideAction(person, command, gateway);
}

async function approveAndPush(
  gateway: Gateway,
  agents: Agents,
  person: Person,
  proposal: DemoProposal,
  beforePush?: (actionKey: string) => Promise<void>,
) {
  const { id, payload_hash } = await propose(gateway, agents, proposal);
  await decide(gateway, person, id, payload_hash, "approve", null);
  await beforePush?.(`cs-${person.tenantId}-${id}`);
  const [push] = await gateway.database.sql.begin(async (sql) => {
    await sql`SELECT set_config('app.tenant_id', ${String(person.tenantId)}, true)`;
    return sql<
      { id: number }[]
    >`SELECT id FROM ns_pending_pushes WHERE tenant_id = ${person.tenantId} AND action_id = ${id}`;
  });
  await pushLine(person.tenantId, push!.id, gateway);
}

/** Decisions and deliveries of a morning: four applied, two rejected, one stale, one dead letter. */
export async function enactHistory(
  gateway: Gateway,
  agents: Agents,
  person: Person,
  simulatorUrl: string,
): Promise<void> {
  for (const proposal of history.applied) await approveAndPush(gateway, agents, person, proposal);
  const reasons = [
    "No written offer: ask the customer for it first",
    "Count it again before writing stock off",
  ];
  for (const [index, proposal] of history.rejected.entries()) {
    const { id, payload_hash } = await propose(gateway, agents, proposal);
    await decide(gateway, person, id, payload_hash, "reject", reasons[index]!);
  }
  await approveAndPush(gateway, agents, person, history.stale, async () => {
    const { context, entity_ref } = history.stale.input;
    await control(
      simulatorUrl,
      "PATCH",
      `records/bid_price/${encodeURIComponent(`${String(context.bid_id)}:${entity_ref}`)}`,
      { price: "48.10" },
    );
  });
  await approveAndPush(gateway, agents, person, history.dead, (key) =>
    control(simulatorUrl, "POST", "faults", { kind: "closed_period", key, op: "write" }),
  );
}

/** Somebody counts stock in NetSuite after a proposal was made. */
export async function drift(simulatorUrl: string): Promise<void> {
  const { record, id, by } = driftAfterwards;
  const target = `records/${record}/${encodeURIComponent(id)}`;
  const now = (await (await fetch(`${simulatorUrl}/_sim/${target}`)).json()) as Record<string, unknown>;
  const field = ["quantity_on_hand", "on_hand", "quantityonhand"].find((name) => name in now);
  if (!field) throw new Error(`The simulator shows no stock for ${id}: ${JSON.stringify(now)}`);
  await control(simulatorUrl, "PATCH", target, { [field]: String(Number(now[field]) + by) });
}

async function control(simulatorUrl: string, method: string, target: string, body: unknown): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/_sim/${target}`, { method, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The simulator refused ${method} ${target}: ${await answer.text()}`);
}
