import { expect, test } from "vitest";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";
import { proposeForPerson } from "./propose-for-person";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { gateway, approver } = world;

const input = proposalSchema.parse({
  ...proposals.bidPrice(),
  changes: [{ field: "price", to: 1.48 }],
  context: { bid_id: "B5875" },
});
const call = (person = approver) => proposeForPerson(person, { input, idempotencyKey: "call-1" }, gateway);

test("a tool in the app proposes in the agent's name, on behalf of the person, and from the live value", async () => {
  await expectRefusal(call(), "not_allowed");
  await world.home.agent(IN_APP_AGENT);
  const { created, proposal } = await call();
  expect(created).toBe(true);
  const detail = await world.read(proposal.id, world.admin);
  expect(detail).toMatchObject({
    agent: IN_APP_AGENT,
    on_behalf_of: "Ana",
    risk_level: 3,
    changes: [{ from: "1.42", to: "1.48" }],
  });
});

test("the same tool call twice proposes once, and another person's same key is another proposal", async () => {
  const again = await call();
  expect(again.created).toBe(false);
  const other = await call(world.admin);
  expect(other.created).toBe(true);
  expect(other.proposal.id).not.toBe(again.proposal.id);
});
