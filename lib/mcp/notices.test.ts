import { expect, test } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { revokeAgent } from "@/lib/gateway/access/agents/agent-changes";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, installWorld } from "@/lib/operations/testing/over-http";
import { connect } from "./testing/client";
import { toolOf } from "./testing/tools";

const world = await useWorld();
installWorld(world);

const uriOf = ({ id }: { id: number }) => `countersign://proposals/${id}`;
const propose = (client: Client, text: string) =>
  toolOf(client, "propose_ar_note", { customer: "Coastal Pantry", note: text });
type Decided = Parameters<typeof world.decide>[1];
const reject = (proposal: { id: number }) =>
  world.decide(world.approver, proposal as unknown as Decided, { decision: "reject", comment: "No" });

/** Notices of the client, in the order in which they came. */
function hearing(client: Client) {
  const heard: string[] = [];
  let wake = () => undefined as void;
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
    wake();
  });
  return {
    heard,
    until: async (count: number) => {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}

test("a client that listens hears of its own proposals' changes, and of another's nothing", async () => {
  const client = await connect(await agentKeyIn(world, "listening"), "auto");
  const other = await connect(await agentKeyIn(world, "not-listening"), "auto");
  const [first, second, foreign] = [
    await propose(client, "One"),
    await propose(client, "Two"),
    await propose(other, "Three"),
  ];
  const { heard, until } = hearing(client);
  const stream = await client.listen({ resourceSubscriptions: [first, foreign, second].map(uriOf) });
  await reject(foreign);
  await reject(first);
  await until(1);
  await reject(second);
  await until(2);
  expect(heard).toEqual([uriOf(first), uriOf(second)]);
  await stream.close();
});

test("a stream of notices ends with the agent's key", async () => {
  const name = "listening-until-revoked";
  const client = await connect(await agentKeyIn(world, name), "auto");
  const proposal = await propose(client, "Four");
  const stream = await client.listen({ resourceSubscriptions: [uriOf(proposal)] });
  const [agent] = await world.owner<{ id: number }[]>`SELECT id FROM agents WHERE name = ${name}`;
  await revokeAgent(world.admin, agent!.id, world.gateway);
  expect(await stream.closed).toBe("graceful");
});
