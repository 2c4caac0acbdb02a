import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAccount } from "../testing/open-account";

let account: Awaited<ReturnType<typeof openAccount>>;
beforeEach(async () => {
  account = await openAccount();
});
afterEach(() => account.close());

const ID = "customsearch_names";
const definition = { type: "customer", columns: [{ name: "companyname", label: "Name" }] };
const search = async (id = ID, filters = {}) => {
  const { body } = await account.call({ v: 1, op: "search", search: id, filters, rows_max: 1_000 });
  return body;
};

describe("/_sim/searches", () => {
  it("defines a saved search, lists it and removes it", async () => {
    expect(await search()).toMatchObject({ verdict: "terminal", code: "SEARCH_MISSING" });
    expect(await account.control("PUT", `searches/${ID}`, definition)).toMatchObject({ httpStatus: 200 });
    const { rows } = await search();
    expect(rows).toHaveLength(17);
    expect(rows).toContainEqual({ name: "Driscoll's" });
    const { searches } = await account.control("GET", "searches");
    expect((searches as { id: string }[]).map(({ id }) => id)).toEqual([
      "customsearch_bid_margins",
      "customsearch_overdue_receivables",
      ID,
    ]);
    expect(await account.control("DELETE", `searches/${ID}`)).toMatchObject({ httpStatus: 200 });
    expect(await account.control("DELETE", `searches/${ID}`)).toMatchObject({ httpStatus: 404 });
    expect(await search()).toMatchObject({ code: "SEARCH_MISSING" });
  });
  it.each([
    ["names", definition],
    [ID, { ...definition, type: "clients" }],
    [ID, { ...definition, columns: [] }],
    [ID, { ...definition, columns: [{ name: "companyname", sum: true }] }],
    [ID, { ...definition, columns: [{ name: "companyname", summary: "AVG" }] }],
  ])("refuses %s with %j", async (id, body) => {
    expect(await account.control("PUT", `searches/${id}`, body)).toMatchObject({ httpStatus: 400 });
  });
});

describe("a saved search", () => {
  it("of a misspelt column or an unknown formula is an error, as is an operator of another kind", async () => {
    const errorOf = async (more: object) => {
      await account.control("PUT", `searches/${ID}`, { ...definition, ...more });
      return ((await search()) as { error?: { code: string } }).error?.code;
    };
    const formula = { name: "formulanumeric", formula: "{creditlimit} * 2" };
    expect(await errorOf({ columns: [{ name: "companyname_" }] })).toBe("SSS_INVALID_SRCH_COL");
    expect(await errorOf({ columns: [formula] })).toBe("UNEXPECTED_ERROR");
    expect(await errorOf({ filters: [["creditlimit", "is", "1"]] })).toBe("SSS_INVALID_SRCH_OPERATOR");
    expect(await errorOf({ filters: [["creditlimit", "greaterthan", "390000"]] })).toBeUndefined();
    expect((await search()).rows).toEqual([{ name: "Driscoll's" }]);
  });
  it("of the bids has one row for each price of each customer", async () => {
    const { rows, complete } = (await search("customsearch_bid_margins")) as {
      rows: Record<string, string>[];
      complete: boolean;
    };
    expect(complete).toBe(true);
    expect(rows).toHaveLength(17 * 6);
    expect(new Set(rows.map(({ bid, sku }) => `${bid} ${sku}`)).size).toBe(17 * 6);
    expect(rows.filter(({ margin }) => Number(margin) < 0.2).length).toBeGreaterThan(0);
  });
});
