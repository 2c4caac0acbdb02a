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

test("a write of one line is four statements: its facts, its two looks, its settlement; a transaction then looks at its progress", async () => {
  await set(tba(theirs));
  // The first one opens the account's client, which reads its credentials.
  await pushAction(second.tenantId, (await approved(note())).pushId, gateway);
  const { pushId } = await approved(note());
  const { database } = world.gateway;
  const { delivering } = database;
  const others = [database, { orm: database.prepared }, delivering].map(({ orm }) =>
    vi.spyOn(orm, "transaction"),
  );
  const progress = vi.spyOn(delivering.prepared, "transaction");
  const statements: string[] = [];
  const counted = new Proxy(delivering.sql, {
    apply: (target, self, given: [TemplateStringsArray, ...unknown[]]) => {
      statements.push(/(\w+)\(/.exec(given[0].join(" "))![1]!);
      return Reflect.apply(target, self, given) as unknown;
    },
  });
  const through = { ...gateway, database: { ...database, delivering: { ...delivering, sql: counted } } };
  await pushAction(second.tenantId, pushId, through);
  expect(statements).toEqual(["read_push", "begin_sending", "confirm_sending", "settle_applied"]);
  expect([...others, progress].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 1]);
  expect(await rowOf(pushId)).toMatchObject({ status: "applied" });
});
