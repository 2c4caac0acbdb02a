import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type SavedSearch, buildSearch } from "@/lib/destinations/netsuite/search-request";
import type { SearchVerdict } from "@/lib/core/push/verdict";
import { useAccount } from "../testing/use-account";

const account = useAccount();
const BIDS = "customsearch_bid_margins";

const search = (more: Partial<SavedSearch> = {}) =>
  account.client.search(buildSearch({ search: BIDS, rows_max: 1_000, ...more }));
const rowsOf = async (more: Partial<SavedSearch> = {}) => {
  const outcome = await search(more);
  expect(outcome).toMatchObject({ class: "search" });
  return (outcome as SearchVerdict).rows;
};
const define = async (id: string, definition: Record<string, unknown>) =>
  expect(await account.control("PUT", `searches/${id}`, definition)).toMatchObject({ httpStatus: 200 });

const refusal = (code: string, words: string) => ({
  class: "terminal",
  code,
  publicMessage: expect.stringContaining(words),
});

describe("the rows of a saved search", () => {
  it("are texts by the labels of its columns: references in words, decimals digit by digit as NetSuite spells them", async () => {
    const [strawberries] = await rowsOf();
    expect(strawberries).toEqual({
      sku: "10472",
      bid: "B5875",
      customer: "Driscoll's",
      price: "1.42",
      cost: ".98",
      margin: ".3099",
    });
  });
  it("keep every digit that the record has", async () => {
    await account.edit("bid_price", "B5875:10472", { price: "12345678901.10007" });
    expect((await rowsOf())[0]).toMatchObject({ price: "12345678901.10007" });
  });
  it("are those of this moment", async () => {
    await account.edit("bid_price", "B5875:10472", { price: "1.12" });
    expect((await rowsOf())[0]).toMatchObject({ price: "1.12", margin: ".125" });
  });
  it("have a key for each column: its label without its accents, else its name, and a number where two are the same", async () => {
    await define("customsearch_keys", {
      type: "customer",
      columns: [
        { name: "companyname", label: "Prénom & Größe (2)" },
        { name: "entityid" },
        { name: "entityid" },
        { name: "entityid", label: "価格" },
        { name: "comments", label: "__proto__" },
        { name: "creditlimit", label: "2nd limit" },
        { name: "name", join: "systemNotes" },
      ],
    });
    await account.edit("customer", "Coastal Pantry", { comments: "Calls on Fridays" });
    expect(await rowsOf({ search: "customsearch_keys" })).toEqual([
      {
        prenom_gro_e_2: "Coastal Pantry",
        entityid: "C-1003",
        entityid_2: "C-1003",
        entityid_3: "C-1003",
        proto: "Calls on Fridays",
        column_2nd_limit: "60000",
        systemnotes_name: "Morgan Ellis",
      },
    ]);
  });
  it("say a checkbox as T or F and an empty field as the empty text", async () => {
    await define("customsearch_terms", {
      type: "term",
      columns: [{ name: "name" }, { name: "isinactive" }, { name: "discountpercent" }],
    });
    const rows = await rowsOf({ search: "customsearch_terms" });
    expect(rows).toContainEqual({ name: "2% 10 Net 30", isinactive: "F", discountpercent: "2" });
    expect(rows).toContainEqual({ name: "Net 30", isinactive: "F", discountpercent: "" });
    expect(rows.map(({ isinactive }) => isinactive)).toContain("T");
  });
  it("of a search that sums are its sums, by which nothing can be filtered", async () => {
    await define("customsearch_limits", {
      type: "customer",
      columns: [{ name: "creditlimit", summary: "SUM", label: "All limits" }],
    });
    expect(await rowsOf({ search: "customsearch_limits" })).toEqual([{ all_limits: "1488000" }]);
    expect(await search({ search: "customsearch_limits", filters: { all_limits: 60_000 } })).toMatchObject(
      refusal("SEARCH_FILTER", "works it out"),
    );
  });
});

describe("a search with more rows than it may give", () => {
  it("gives as many as it may, and says that there are more", async () => {
    const all = await rowsOf();
    expect(all.length).toBeGreaterThan(100);
    expect(await search({ rows_max: 3 })).toMatchObject({ rows: all.slice(0, 3), complete: false });
    expect(await search({ rows_max: all.length - 1 })).toMatchObject({ complete: false });
    expect(await search({ rows_max: all.length })).toMatchObject({ rows: all, complete: true });
  });
  it("gives 1,000 at the most, and knows whether there is one more", async () => {
    await define("customsearch_lines", { type: "customer", columns: [{ name: "companyname" }] });
    const prices = await account.look("customer", "Coastal Pantry");
    const count = (prices.itempricing as unknown[]).length + 1_000 - (await rowsOf()).length;
    const grow = (lines: number) =>
      account.edit("customer", "Coastal Pantry", {
        itempricing: Array.from({ length: lines }, () => ({
          item: "301",
          level: "-1",
          price: "1.5",
          currency: "1",
        })),
      });
    await grow(count);
    expect(await search()).toMatchObject({ complete: true, rows: { length: 1_000 } });
    await grow(count + 1);
    expect(await search()).toMatchObject({ complete: false, rows: { length: 1_000 } });
  });
  it("stops before its rows are longer than a run keeps, between two rows", async () => {
    await define("customsearch_long", {
      type: "customer",
      columns: [{ name: "companyname" }, ...Array.from({ length: 8 }, () => ({ name: "comments" }))],
    });
    for (const name of ["Driscoll's", "Riverbend Foods"])
      await account.edit("customer", name, { comments: "x".repeat(20_000) });
    const outcome = await search({ search: "customsearch_long" });
    expect(outcome).toMatchObject({ class: "search", complete: false });
    const { rows } = outcome as SearchVerdict;
    expect(rows.map(({ companyname }) => companyname)).toEqual(["Driscoll's", "Halvorsen Markets"]);
    expect(rows[0]!.comments_8).toHaveLength(20_000);
  });
});

describe("filters", () => {
  it.each([
    ["a text by its column's key", { bid: "B5875" }, 6],
    ["a text without regard to case", { customer: "coastal pantry" }, 6],
    ["a number", { price: "1.42" }, 1],
    ["a number that is none of text", { price: 1.42 }, 1],
    ["a reference by its internal id", { sku: "301" }, 3],
    ["a field that is no column", { entityid: "C-1003" }, 6],
    ["several at once, of several kinds", { bid: "B5875", sku: 301, price: "1.420" }, 1],
    ["several that leave nothing", { bid: "B5875", entityid: "C-1003" }, 0],
  ])("narrow by %s", async (_, filters, count) => {
    expect(await rowsOf({ filters })).toHaveLength(count);
  });
  it("by a text of digits find the operator of texts", async () => {
    const columns = [{ name: "itemid", label: "SKU" }, { name: "averagecost" }];
    await define("customsearch_items", { type: "item", columns });
    const filters = { sku: "10472", averagecost: 0.98 };
    expect(await rowsOf({ search: "customsearch_items", filters })).toEqual([
      { sku: "10472", averagecost: ".98" },
    ]);
  });
  it("are not blamed for a fault of the search itself", async () => {
    const broken = { type: "customer", columns: [{ name: "entityid" }], filters: [["colour", "is", "red"]] };
    await define("customsearch_broken", broken);
    expect(await search({ search: "customsearch_broken" })).toMatchObject({
      class: "unknown",
      code: "SSS_INVALID_SRCH_FILTER",
    });
  });
  it("by a checkbox take true and false", async () => {
    await define("customsearch_terms", { type: "term", columns: [{ name: "name", label: "Terms" }] });
    const named = (filters: SavedSearch["filters"]) => rowsOf({ search: "customsearch_terms", filters });
    const off = await named({ isinactive: true });
    expect(off.length).toBeGreaterThan(0);
    expect(await named({ isinactive: false })).not.toEqual(expect.arrayContaining(off));
  });
  it("stand beside the filters that the search has, joined by or as they may be", async () => {
    await define("customsearch_two", {
      type: "customer",
      columns: [{ name: "entityid" }],
      filters: [["custentity_gfs_bid", "is", "B5875"], "or", ["custentity_gfs_bid", "is", "B5910"]],
    });
    const found = (filters?: SavedSearch["filters"]) => rowsOf({ search: "customsearch_two", filters });
    expect(await found()).toHaveLength(2);
    expect(await found({ companyname: "Coastal Pantry" })).toEqual([{ entityid: "C-1003" }]);
    expect(await found({ companyname: "Riverbend Foods" })).toEqual([]);
  });
  it("go through a join where the search has a column of it, and only there", async () => {
    const columns = [{ name: "entityid" }, { name: "name", join: "systemNotes", label: "Changed by" }];
    await define("customsearch_changes", { type: "customer", columns });
    await account.edit("customer", "Coastal Pantry", { comments: "Calls on Fridays" });
    const found = (filters: SavedSearch["filters"]) => search({ search: "customsearch_changes", filters });
    expect(await found({ changed_by: "Morgan Ellis" })).toMatchObject({ rows: [{ entityid: "C-1003" }] });
    expect(await found({ changed_by: "Nobody" })).toMatchObject({ rows: [] });
    expect(await found({ "systemnotes.name": "Morgan Ellis" })).toMatchObject(
      refusal("SEARCH_FILTER", "name"),
    );
  });
  it.each([
    ["a field that the records do not have", { colour: "red" }, "colour"],
    ["a column that NetSuite works out", { margin: ".1" }, "margin"],
    ["a formula by its name", { formulatext: "1" }, "formulatext"],
    ["a formula with its text", { "formulanumeric: {cost} + 1": "1" }, "formulanumeric"],
    ["a join", { "item.cost": "1" }, "item.cost"],
    ["capitals", { Bid: "B5875" }, "Bid"],
    ["a name of the language itself", { __proto__x: "1" }, "__proto__x"],
    ["a reference by its name", { sku: "Limes 200 ct" }, "sku"],
    ["a number that is none", { price: "cheap" }, "price"],
    ["everything, spelt as NetSuite does", { sku: "@ALL@" }, "signs"],
    ["a wildcard", { customer: "%" }, "signs"],
    ["a line break", { customer: "a\nb" }, "signs"],
    ["nothing", { customer: " " }, "1 to 300"],
    ["a text without an end", { customer: "x".repeat(301) }, "1 to 300"],
    ["a list", { customer: ["a", "b"] as unknown as string }, "1 to 300"],
    ["one too many", Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`f${at}`, 1])), "11 filters"],
  ])("are refused by %s", async (_, filters, words) => {
    const outcome = await search({ filters });
    expect(outcome).toMatchObject(refusal("SEARCH_FILTER", words));
    expect(outcome).toMatchObject({ publicMessage: expect.stringContaining(BIDS) });
  });
});

describe("a search is refused", () => {
  it("where there is none of this id, which it names", async () => {
    expect(await search({ search: "customsearch_gone" })).toMatchObject(
      refusal("SEARCH_MISSING", "customsearch_gone"),
    );
  });
  it.each(["customer", "customsearch", "customsearch_a; DROP", "CUSTOMSEARCH_BID_MARGINS", "12", ""])(
    "by another name than a script id: %j",
    async (id) =>
      expect(await search({ search: id })).toMatchObject(refusal("MALFORMED_REQUEST", "script id")),
  );
  it.each([0, -1, 1.5, 1_001, "5", null])("with %j rows", async (rows) => {
    const request = { ...buildSearch({ search: BIDS }), rows_max: rows as number };
    expect(await account.client.search(request)).toMatchObject(refusal("MALFORMED_REQUEST", "1 to 1000"));
  });
  it.each(["LIST_FIND", "LIST_CUSTJOB"])(
    "without the permission %s, and nothing else stops for it",
    async (permission) => {
      await account.control("PATCH", "settings", { permissions: { [permission]: "NONE" } });
      expect(await search()).toMatchObject(refusal("SEARCH_NOT_PERMITTED", BIDS));
    },
  );
});

describe("a search writes nothing", () => {
  it("neither in the account nor into the search: its filters are gone with the call", async () => {
    const before = await account.control("GET", "searches");
    await rowsOf({ filters: { bid: "B5875" } });
    expect(await account.control("GET", "searches")).toEqual(before);
    expect(await rowsOf()).not.toHaveLength(6);
    expect(await account.control("GET", "ledger")).toMatchObject({ count: 0 });
  });
  it("since its script knows no module that could", () => {
    const file = "../sdf/FileCabinet/SuiteScripts/countersign/gfs_search.js";
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    expect(/^define\(\[(.*)\]/m.exec(source)![1]).toBe('"N/search", "./gfs_decimal", "./gfs_verdict"');
    expect(source).not.toMatch(/\.(save|submit\w*|delete|create)\(/);
  });
});

describe("a fault", () => {
  it.each([
    [
      "too_many_requests",
      { retry_after_s: 7 },
      { class: "not_executed", throttled: true, retryAfterSeconds: 7 },
    ],
    ["request_limit", {}, { class: "not_executed", throttled: true }],
    ["server_error", {}, { class: "unknown" }],
    ["service_unavailable", {}, { class: "unknown" }],
    ["html_login_page", {}, { class: "unknown" }],
    ["truncated_json", {}, { class: "unknown" }],
    ["drop_before_execution", {}, { class: "unknown" }],
    ["unexpected_error", {}, { class: "unknown", code: "UNEXPECTED_ERROR" }],
    ["login_refused", { times: 2 }, { class: "lane_halt" }],
  ] as const)("%s gives no rows, and the next call does", async (kind, more, outcome) => {
    await account.fault(kind, { op: "search", ...more });
    expect(await search()).toMatchObject(outcome);
    expect(await search()).toMatchObject({ class: "search", complete: true });
  });
});
