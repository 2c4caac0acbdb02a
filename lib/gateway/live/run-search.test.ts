import { describe, expect, onTestFinished, test } from "vitest";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import type { SavedSearch } from "@/lib/destinations/netsuite/search-request";
import { classifySearchResponse } from "@/lib/core/push/classify-response";
import type { Gateway } from "@/lib/gateway/context";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { tba, theirs, useTwoAccounts } from "@/lib/gateway/testing/two-accounts";
import { runSearch } from "./run-search";

/** The real RESTlet over signed HTTP, in two accounts: the home tenant's and the second company's own. */
const { world, other, gateway, second, set } = await useTwoAccounts();
const { account, tenantId, owner } = world;
const BIDS = { search: "customsearch_bid_margins" };

const search = (more: Partial<SavedSearch> = {}, tenant = tenantId, over: Gateway = gateway) =>
  runSearch(tenant, { ...BIDS, ...more }, "run 1", over);

/** A gateway whose client counts the searches that are asked of it. */
function counting(client: Partial<RestletClient> = {}) {
  let asked = 0;
  const netsuite: RestletClient = {
    ...world.account.client,
    search: (...request) => {
      asked += 1;
      return world.account.client.search(...request);
    },
    ...client,
  };
  return { over: { ...gateway, accounts: null, netsuite }, asked: () => asked };
}

describe("a saved search", () => {
  test("gives its rows, 200 where nothing else is said, and whether there are more", async () => {
    const { rows, complete } = await search();
    expect(complete).toBe(true);
    expect(rows).toHaveLength(102);
    expect(rows[0]).toMatchObject({ sku: "10472", price: "1.42", cost: ".98" });
    expect(await search({ rows_max: 5 })).toEqual({ rows: rows.slice(0, 5), complete: false });
    await account.control("PUT", "searches/customsearch_prices", {
      type: "customer",
      columns: [{ name: "companyname" }, { name: "itempricingunitprice" }],
    });
    await account.edit("customer", "Coastal Pantry", {
      itempricing: Array.from({ length: 120 }, () => ({
        item: "301",
        level: "-1",
        price: "2",
        currency: "1",
      })),
    });
    expect(await search({ search: "customsearch_prices" })).toMatchObject({
      rows: { length: 200 },
      complete: false,
    });
  });
  test("is narrowed by its filters", async () => {
    const { rows } = await search({ filters: { bid: "B5875", price: 1.42 } });
    expect(rows).toEqual([expect.objectContaining({ bid: "B5875", sku: "10472" })]);
  });
  test("that is refused says why, and is not to be asked again", async () => {
    await expectRefusal(search({ search: "customsearch_gone" }), {
      code: "record_refused",
      status: 422,
      publicMessage:
        "NetSuite refuses this search: There is no saved search customsearch_gone that the role may see. (SEARCH_MISSING)",
    });
    await expectRefusal(search({ filters: { colour: "red" } }), {
      code: "record_refused",
      publicMessage: expect.stringMatching(/customsearch_bid_margins .* colour: .* \(SEARCH_FILTER\)$/),
    });
  });
  test("over a RESTlet from before says what to do", async () => {
    const bodyText = JSON.stringify({
      v: 1,
      verdict: "terminal",
      code: "MALFORMED_REQUEST",
      message: "The request lacks a target.",
    });
    const answer = { kind: "response", status: 200, headers: {}, bodyText } as const;
    const { over } = counting({ search: async () => classifySearchResponse(answer) });
    await expectRefusal(search({}, tenantId, over), {
      code: "record_refused",
      publicMessage: expect.stringContaining("deploys netsuite/sdf again"),
    });
  });
});

describe("a search that NetSuite does not carry out now", () => {
  test.each([
    ["too_many_requests", { retry_after_s: 9 }, 9],
    ["request_limit", {}, null],
    ["server_error", {}, null],
    ["service_unavailable", {}, null],
    ["drop_before_execution", {}, null],
    ["truncated_json", {}, null],
    ["redirect", {}, null],
  ] as const)(
    "for %s is unavailable, and goes through the next time",
    async (kind, more, retryAfterSeconds) => {
      await account.fault(kind, { op: "search", ...more });
      await expectRefusal(search(), { code: "unavailable", status: 503, retryAfterSeconds });
      expect((await search()).rows.length).toBeGreaterThan(0);
    },
  );
  test("for want of a place among our own requests is told to come back", async () => {
    const busy = { kind: "error", code: "CLIENT_BUSY", phase: "before_send" } as const;
    const { over } = counting({ search: async () => classifySearchResponse(busy) });
    await expectRefusal(search({}, tenantId, over), { code: "reads_busy", status: 503 });
  });
  test("for a halted lane does not reach NetSuite", async () => {
    const { over, asked } = counting();
    await search({}, tenantId, over);
    await owner`
      INSERT INTO push_lanes (tenant_id, state, code, message, halted_at, probe_at)
      VALUES (${tenantId}, 'halted', 'HTTP_403', 'no', now(), now())
      ON CONFLICT (tenant_id) DO UPDATE SET state = 'halted', code = 'HTTP_403', halted_at = now(), probe_at = now()`;
    onTestFinished(async () => {
      await owner`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL`;
    });
    await expectRefusal(search({}, tenantId, over), {
      code: "unavailable",
      status: 503,
      retryAfterSeconds: 60,
    });
    expect(asked()).toBe(1);
  });
});

test("a company searches its own account and no other, and without one none", async () => {
  await expectRefusal(search({}, second.tenantId), { code: "no_netsuite_account", status: 409 });
  await set(tba(theirs));
  await other.edit("bid_price", "B5875:10472", { price: "1.37" });
  const one = { filters: { bid: "B5875", sku: 301 } };
  expect((await search(one, second.tenantId)).rows).toMatchObject([{ price: "1.37" }]);
  expect((await search(one)).rows).toMatchObject([{ price: "1.42" }]);
  const ids = { search: "customsearch_theirs" };
  const definition = { type: "customer", columns: [{ name: "companyname" }] };
  await other.control("PUT", "searches/customsearch_theirs", definition);
  expect((await search(ids, second.tenantId)).rows.length).toBeGreaterThan(0);
  await expectRefusal(search(ids), { code: "record_refused" });
});
