import { describe, expect, test } from "vitest";
import { distributor, itemId } from "@countersign/netsuite-simulator/company";
import { linesAsCsv } from "@/lib/gateway/read/actions/lines-csv";
import { listLines, readLiveLines } from "@/lib/gateway/read/actions/read-lines";
import { refusalOf } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { gateway, account, approver } = world;

const line = (entity_ref: string, from: string | undefined, to: string, customer = "Driscoll's") => ({
  entity_ref,
  changes: [{ field: "price", ...(from === undefined ? {} : { from }), to }],
  context: { customer },
});
const two = () => [line("10472", "1.42", "1.45"), line("10480", "27.9", "27.5")];
const issuesOf = async (lines: unknown[], more: Record<string, unknown> = {}) => {
  const refusal = await refusalOf(world.propose({ ...priceRoll(lines as never), ...more }));
  return { code: refusal.code, issues: refusal.issues };
};

test("a roll weighs the sum of its lines without regard to sign, moves as far as its furthest line, and is critical", async () => {
  const { proposal } = await world.propose(priceRoll(two()));
  expect(proposal).toMatchObject({ risk_level: 5, risk_rule: "bulk-price-roll" });
  const detail = await world.read(proposal.id);
  // 9,000 × $0.03 up and 14,200 × $0.40 down.
  expect(detail.impact).toMatchObject({ cents: 27_000 + 568_000, currency: "USD" });
  expect(detail.movement_percent).toBe("2.1127");
  expect(detail.sentence).toBe("Raise 1 price and lower 1 for Driscoll's, −$5,410 a year");
  expect(detail).toMatchObject({ line_count: 2, changes: [], push: null, customer: "Driscoll's" });
  expect(detail.facts_read_at).not.toBeNull();

  const list = await listLines(approver, proposal.id, { cursor: 0, limit: 10, state: "all" }, gateway);
  expect(list).toMatchObject({ line_count: 2, counts: null, next_cursor: null });
  expect(list.items.map((item) => [item.line_no, item.impact_cents, item.verified, item.push])).toEqual([
    [1, 27_000, true, null],
    [2, -568_000, true, null],
  ]);
  const csv = await linesAsCsv(approver, proposal.id, gateway);
  expect(csv.split("\r\n")[1]).toMatch(
    /^1,10472,Strawberries 8×1 lb clamshell,Driscoll's,price,1\.42,1\.45,0\.03,/,
  );
});

test("a line nothing was ever sold of has no worth, rather than one of nothing, and the roll's sum says so", async () => {
  const { name } = distributor.customers[3]!;
  const own = distributor.customers[3]!.prices.map(({ sku }) => sku);
  const unsold = distributor.items.find(({ sku }) => !own.includes(sku))!.sku;
  await account.edit("customer", name, {
    itempricing: [unsold, own[0]!].map((sku) => ({
      item: itemId(sku),
      level: "-1",
      price: "10",
      currency: "1",
    })),
  });
  const lines = [line(unsold, "10", "11", name), line(own[0]!, "10", "11", name)];
  const { proposal } = await world.propose(priceRoll(lines));
  const query = { cursor: 0, limit: 10, state: "all" } as const;
  const { items } = await listLines(approver, proposal.id, query, gateway);
  expect(items.map((item) => [item.verified, item.impact_cents === null])).toEqual([
    [true, true],
    [true, false],
  ]);
  const detail = await world.read(proposal.id);
  expect(detail.sentence).toMatch(/^Raise 2 prices for .+, \+\$[\d,.]+ a year and 1 line of unknown worth$/);
  expect(detail.sentence).toContain(name);
  expect(detail.impact).toMatchObject({ basis: "a year", lines_total: 2, lines_weighed: 1 });
  expect(detail.facts_read_at).toBeNull();
});

test("lines are read in pages, and those that changed since are marked", async () => {
  const { proposal } = await world.propose(priceRoll(two()));
  await account.edit("bid_price", "B5875:10480", { price: "28" });
  const first = await readLiveLines(approver, proposal.id, { cursor: 0, limit: 1 }, gateway);
  expect(first).toMatchObject({ items: [{ line_no: 1, drifted: false }], next_cursor: 1 });
  const second = await readLiveLines(approver, proposal.id, { cursor: 1, limit: 50 }, gateway);
  expect(second).toMatchObject({ items: [{ line_no: 2, drifted: true, value: "28" }], next_cursor: null });
  await account.edit("bid_price", "B5875:10480", { price: "27.9" });
});

describe("a roll is refused as a whole, each fault named by its line", () => {
  test("where a value is none", async () => {
    expect(await issuesOf([...two(), line("10481", "25.3", "dear")])).toEqual({
      code: "validation_failed",
      issues: [{ path: "lines[2].changes[0].to", message: "must be money" }],
    });
  });
  test("where NetSuite holds another value, or has no such line", async () => {
    const { code, issues } = await issuesOf([line("10472", "1.40", "1.45"), line("99999", "1", "2")]);
    expect(code).toBe("from_mismatch");
    expect(issues.map(({ path }) => path)).toEqual(["lines[0].changes[0].from", "lines[1].entity_ref"]);
  });
  test("where two lines write the same place, also under two names", async () => {
    expect((await issuesOf([...two(), line("10472", "1.42", "1.46")])).issues[0]!.path).toBe(
      "lines[2].entity_ref",
    );
    const byBid = { ...line("10472", "1.42", "1.46"), context: { bid_id: "B5875" } };
    expect((await issuesOf([...two(), byBid])).issues[0]!.path).toBe("lines[2].entity_ref");
  });
  test("where it has changes of its own, no lines, or another type has lines", async () => {
    const changes = [{ field: "price", to: "1" }];
    expect((await issuesOf(two(), { changes })).issues[0]!.path).toBe("changes");
    expect((await issuesOf(two(), { lines: undefined })).issues[0]!.path).toBe("lines");
    const other = await refusalOf(
      world.propose({
        ...line("10472", "1.42", "1.45"),
        action_type: "bid_price_update",
        entity_type: "item",
        lines: two(),
      }),
    );
    expect(other.issues).toContainEqual({
      path: "lines",
      message: "are for rolls; bid_price_update has none",
    });
  });
  test("where it has more than 500 lines", async () => {
    await expect(() =>
      world.propose(priceRoll([...rollLines(500), line("10472", "1", "2")])),
    ).rejects.toThrow();
  });
  test("naming at most fifty lines of many", async () => {
    const { code, issues } = await issuesOf(
      rollLines(80).map((one) => ({ ...one, entity_ref: `no-${one.entity_ref}` })),
    );
    expect(code).toBe("record_missing");
    expect(issues).toHaveLength(50);
  });
});

test("500 believable lines fit into a request, and into what is stored", async () => {
  const size = JSON.stringify(priceRoll(rollLines(500))).length;
  expect(size).toBeLessThan(128 * 1024);
});

test("while NetSuite cannot be read every line says what it starts from, and none is called verified", async () => {
  await account.fault("server_error", { op: "read_many", key: "*", times: 2 });
  expect((await issuesOf([line("10472", undefined, "1.45")])).issues[0]!.path).toBe(
    "lines[0].changes[0].from",
  );
  const { proposal } = await world.propose(priceRoll(two()));
  const detail = await world.read(proposal.id);
  expect(detail.details).toContain("2 records not verified");
  expect(detail.impact.cents).toBeNull();
});
