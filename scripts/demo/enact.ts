import { inTenant } from "@/db/client";
import { listLinePushes } from "@/db/queries/pushes/lines";
import { actionKey } from "@/lib/core/action/action-key";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import type { Agents } from "./cast";
import { type DemoProposal, driftAfterwards, history } from "./proposals";
import type { Decision } from "@/lib/core/action/proposed-action";
import { control } from "./simulated-account";

/** The past of the demo's company, enacted by the gateway's own verbs. */

/** The gateway, the agents that propose, and the person who decides. */
interface Company {
  gateway: Gateway;
  agents: Agents;
  person: Person;
}

export async function propose({ gateway, agents }: Omit<Company, "person">, { agent, input }: DemoProposal) {
  const correlationId = `demo-${crypto.randomUUID()}`;
  const request = { input, idempotencyKey: null, correlationId, traceId: null };
  return (await proposeAction(agents.get(agent)!, request, gateway)).proposal;
}

/** Returns the action's id. */
async function proposeAndDecide(
  company: Company,
  proposal: DemoProposal,
  decision: Decision,
  comment: string | null,
): Promise<number> {
  const { id: actionId, payload_hash: payloadHash } = await propose(company, proposal);
  const gesture = { confirmed: true, editToken: null, channel: "page" } as const;
  const command = { actionId, decision, payloadHash, comment, ...gesture };
  await decideAction(company.person, command, company.gateway);
  return actionId;
}

async function approveAndPush(
  company: Company,
  proposal: DemoProposal,
  beforePush?: (actionKey: string) => Promise<void>,
): Promise<void> {
  const { gateway, person } = company;
  const id = await proposeAndDecide(company, proposal, "approve", null);
  await beforePush?.(actionKey(person.tenantId, id));
  const { tenantId } = person;
  const [push] = await inTenant(gateway.database, tenantId, (tx) => listLinePushes(tx, tenantId, id));
  await pushLine(tenantId, push!.id, gateway);
}

/** Decisions and deliveries of a morning: four applied, two rejected, one stale, one dead letter. */
export async function enactHistory(company: Company, simulatorUrl: string): Promise<void> {
  for (const proposal of history.applied) await approveAndPush(company, proposal);
  const reasons = [
    "No written offer: ask the customer for it first",
    "Count it again before writing stock off",
  ];
  for (const [index, proposal] of history.rejected.entries())
    await proposeAndDecide(company, proposal, "reject", reasons[index]!);
  await approveAndPush(company, history.stale, () => {
    const { context, entity_ref } = history.stale.input;
    const price = encodeURIComponent(`${String(context.bid_id)}:${entity_ref}`);
    return control(simulatorUrl, "PATCH", `records/bid_price/${price}`, { price: "48.10" });
  });
  await approveAndPush(company, history.dead, (key) =>
    control(simulatorUrl, "POST", "faults", { kind: "closed_period", key, op: "write" }),
  );
}

/** Somebody counts stock in NetSuite after a proposal was made. */
export async function drift(simulatorUrl: string): Promise<void> {
  const { record, id, by } = driftAfterwards;
  const target = `records/${record}/${encodeURIComponent(id)}`;
  const now = (await (await fetch(`${simulatorUrl}/_sim/${target}`)).json()) as { quantityonhand: string };
  await control(simulatorUrl, "PATCH", target, { quantityonhand: String(Number(now.quantityonhand) + by) });
}
