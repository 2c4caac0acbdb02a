import { expect, test } from "vitest";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createNetSuiteAccounts } from "@/lib/gateway/netsuite-accounts";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { agentKeyIn, call, installWorld, tokenOf } from "./testing/over-http";

/** Outside the demo the environment's account is one company's: here that of none which this test founds. */

const world = await useWorld();
const asked: string[] = [];
const client = new Proxy({} as RestletClient, {
  get: (_client, name) => () => {
    asked.push(String(name));
    throw new Error("another company's account was asked");
  },
});
world.gateway.accounts = createNetSuiteAccounts({
  database: world.gateway.database,
  environment: { account: "1234567", client, tenantSlug: "another", servesAll: false },
  maxConcurrency: 2,
  openClient: () => client,
});
installWorld(world);

test("a company without a NetSuite account of its own proposes and tests nothing over HTTP, and is told where it is set", async () => {
  const refusal = {
    status: 409,
    body: { code: "no_netsuite_account", detail: expect.stringContaining("on the page NetSuite") },
  };
  const token = await agentKeyIn(world);
  expect(await call("/api/v1/proposals", { token, body: proposals.arNote() })).toMatchObject(refusal);
  const admin = { token: await tokenOf(world, world.admin) };
  expect(await call("/api/netsuite-account/test", admin)).toMatchObject(refusal);
  const [stored] = await world.owner`SELECT count(*)::int AS n FROM proposed_actions`;
  expect(stored).toEqual({ n: 0 });
  expect(asked).toEqual([]);
});
