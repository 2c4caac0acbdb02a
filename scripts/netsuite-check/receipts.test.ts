import { afterAll, beforeAll, expect, test } from "vitest";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { type World, openWorld } from "@/lib/gateway/testing/world";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { runTestChecks } from "./testing/run-test-checks";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const check = (databaseUrl: string | undefined = world.db.urls.app) =>
  runTestChecks({ baseUrl: world.account.simulator.url, databaseUrl });

test("writes of every tenant that went through the gateway are backed by receipts", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.bidPrice());
  expect(await pushLine(world.tenantId, pushId, world.gateway)).toEqual({ outcome: "applied" });
  const report = await check();
  expect(report.lines.find((line) => line.id === "receipts")?.found).toContain("1 receipts");
  expect(report.bypasses, `action ${id}`).toEqual([]);
  expect(report.exitCode).toBe(0);
});

test("a write through the RESTlet itself, with a row in the ledger and no receipt, is found where a database is at hand", async () => {
  await world.account.write(payloads.customer_credit_limit, "cs-9-999");
  expect((await check("")).bypasses).toEqual([]);
  const report = await check();
  expect(report.bypasses).toHaveLength(1);
  expect(report.exitCode).toBe(2);
  expect(report.lines.find((line) => line.id === "ledger.unknown")?.found).toContain("cs-9-999");
});

test("a database that does not answer is said, and the ledger used alone", async () => {
  const report = await check("postgres://nobody@127.0.0.1:1/none");
  expect(report.lines.find((line) => line.id === "receipts")).toMatchObject({ status: "fail" });
  expect(report.exitCode).toBe(1);
});
