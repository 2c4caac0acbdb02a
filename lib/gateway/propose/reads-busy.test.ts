import { expect, test } from "vitest";
import { outcomeOf } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readLive } from "@/lib/gateway/live/read-live";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { classifyReadManyResponse, classifyReadResponse } from "@/lib/core/push/classify-response";

const world = await useWorld();
const busy = { kind: "error", code: "CLIENT_BUSY", phase: "before_send" } as const;
const netsuite: RestletClient = {
  ...world.gateway.netsuite,
  read: async () => classifyReadResponse(busy),
  readMany: async (requests) => requests.map(() => classifyReadManyResponse(busy) as never),
};
const over = { ...world.gateway, netsuite };
const refusalOver = async (input: Record<string, unknown>) =>
  (await outcomeOf(world.propose(input, world.agent, null, over))).error;
const countRows = async () => (await world.owner`SELECT count(*)::int AS n FROM proposed_actions`)[0]!.n;

test("a proposal whose read found no place of ours is put off, not lifted to L4", async () => {
  await widenAssortment(world.account);
  const before = await countRows();
  for (const input of [proposals.arNote(), priceRoll(rollLines(3))])
    expect(await refusalOver(input)).toMatchObject({
      code: "reads_busy",
      status: 503,
      retryAfterSeconds: 5,
    });
  expect(await countRows()).toBe(before);
});

test("where NetSuite itself cannot be read the tier is 4 at least, as before", async () => {
  await world.account.fault("service_unavailable", { op: "read", times: 1 });
  const { proposal } = await world.propose(proposals.arNote());
  expect(proposal.risk_level).toBe(4);
});

test("a live view says that it could not be read, and speaks against no approval", async () => {
  const { proposal } = await world.propose(proposals.creditLimit(61_000));
  expect(await readLive(world.approver, proposal.id, over)).toMatchObject({
    state: "unreadable",
    why_not_approvable: null,
  });
});
