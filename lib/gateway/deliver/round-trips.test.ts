import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { tba, theirs, useTwoAccounts } from "@/lib/gateway/testing/two-accounts";
import { pushAction } from "./push-action";

process.env.COUNTERSIGN_SECRET_KEY = randomBytes(32).toString("base64");

const { world, second, set, approved, rowOf, gateway } = await useTwoAccounts();
// Nothing is told of it meanwhile, which would take transactions of its own.
gateway.sendEvents = null;

const note = () => proposals.arNote() as unknown as ReturnType<typeof proposals.creditLimit>;

test("a write of one line takes three transactions beside its two looks: its facts, its settlement, its progress", async () => {
  await set(tba(theirs));
  // The first one opens the account's client, which reads its credentials.
  await pushAction(second.tenantId, (await approved(note())).pushId, gateway);
  const { pushId } = await approved(note());
  const { database } = world.gateway;
  const transactions = [database, { orm: database.prepared }].map(({ orm }) => vi.spyOn(orm, "transaction"));
  await pushAction(second.tenantId, pushId, gateway);
  expect(transactions.map((spy) => spy.mock.calls.length)).toEqual([0, 3]);
  expect(await rowOf(pushId)).toMatchObject({ status: "applied" });
});
