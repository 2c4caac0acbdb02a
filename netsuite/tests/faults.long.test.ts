import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FAULT_KINDS, type FaultKind } from "@countersign/netsuite-simulator";
import { openAccount } from "../testing/open-account";
import { useAccount } from "../testing/use-account";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";

const bid = payloads.bid_price_update;
const BID = "B5875:10472";

const account = useAccount();
const once = { class: "applied", duplicate: false };

/** The write's verdict, the commits that the auditor saw, and the probe's verdict afterwards. */
const rows: [
  kind: FaultKind,
  more: Record<string, unknown>,
  verdict: string,
  commits: number,
  probe: string,
][] = [
  ["drop_before_execution", {}, "unknown", 0, "not_found"],
  ["drop_after_commit", {}, "unknown", 1, "applied"],
  ["slow_commit", { delay_ms: 1 }, "applied", 1, "applied"],
  ["slow_answer", { delay_ms: 1 }, "applied", 1, "applied"],
  ["slow_save", {}, "unknown", 1, "started"],
  ["truncated_json", {}, "unknown", 1, "applied"],
  ["duplicate_delivery", {}, "applied", 1, "applied"],
  ["redirect", {}, "lane_halt", 0, "not_found"],
  ["request_limit", {}, "not_executed", 0, "not_found"],
  ["too_many_requests", {}, "not_executed", 0, "not_found"],
  ["server_error", {}, "unknown", 0, "not_found"],
  ["server_error", { committed: true }, "unknown", 1, "applied"],
  ["service_unavailable", {}, "unknown", 0, "not_found"],
  ["html_login_page", {}, "unknown", 0, "not_found"],
  ["unexpected_error", { committed: true }, "unknown", 1, "applied"],
  ["localised_message", {}, "not_executed", 0, "not_found"],
  ["login_refused", { times: 2 }, "lane_halt", 0, "not_found"],
  ["external_edit", {}, "stale", 0, "stale"],
  ["external_edit", { when: "between_load_and_save" }, "conflict", 0, "not_found"],
  ["deleted_record", {}, "stale", 0, "stale"],
  ["deleted_record", { when: "between_load_and_save" }, "conflict", 0, "not_found"],
  ["closed_period", {}, "terminal", 0, "not_found"],
  ["permission_removed", {}, "lane_halt", 0, "not_found"],
  ["duplicate_error_name", {}, "applied", 1, "applied"],
  ["user_event_changes_value", { value: "1.47" }, "applied", 1, "applied"],
  ["user_event_throws", {}, "terminal", 1, "applied"],
  ["user_event_throws", { when: "before_write" }, "terminal", 0, "not_found"],
  ["user_event_throws", { value: "RCRD_DSNT_EXIST" }, "unknown", 1, "applied"],
  ["user_event_throws", { value: "INVALID_KEY_OR_REF" }, "unknown", 1, "applied"],
  ["user_event_throws", { value: "WS_INVALID_REFERENCE_KEY_1" }, "unknown", 1, "applied"],
  ["governance_exhausted", {}, "unknown", 0, "started"],
  ["governance_exhausted", { committed: true }, "unknown", 1, "applied"],
  ["time_limit", {}, "unknown", 0, "started"],
  ["crash_before_save", {}, "unknown", 0, "started"],
  ["crash_between_saves", {}, "unknown", 1, "applied"],
];

describe("each fault has its verdict", () => {
  it.each(rows)("%s %j is %s", async (kind, more, verdict, commits, probe) => {
    await account.fault(kind, { key: "k", ...more });
    expect((await account.write(bid, "k")).class).toBe(verdict);
    expect(await account.commits("k")).toHaveLength(commits);
    expect((await account.probe(bid, "k")).class).toBe(probe);
  });
  it("the table names every fault", () => {
    expect([...new Set(rows.map(([kind]) => kind))].sort()).toEqual([...FAULT_KINDS].sort());
  });
  it("a refused login that heals is retried with a fresh signature and written once", async () => {
    await account.fault("login_refused", { key: "k" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "applied" });
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("a value that a user event changed is read back as it stands", async () => {
    await account.fault("user_event_changes_value", { value: "1.47" });
    expect(await account.write(bid, "k")).toMatchObject({
      class: "applied",
      readback: [{ field: "price", value: "1.47" }],
    });
  });
});

it("a probe during a slow save finds it begun, and one after it finds it written", async () => {
  await account.fault("slow_save", { key: "k" });
  expect((await account.write(bid, "k")).class).toBe("unknown");
  expect(await account.probe(bid, "k")).toMatchObject({ class: "started", liveMatches: "from" });
  expect(await account.probe(bid, "k")).toMatchObject({ class: "applied", duplicate: true });
});

describe("after any schedule of faults", () => {
  const lasting = ["too_many_requests", "redirect"];
  const schedule = fc.array(
    fc.record({
      kind: fc.constantFrom(...FAULT_KINDS.filter((kind) => !lasting.includes(kind))),
      when: fc.constantFrom("before_write", "between_load_and_save", "before_ledger_insert"),
      committed: fc.boolean(),
      attempt: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 5 },
  );
  it.each([
    "bid_price_update",
    "inventory_adjustment",
    "sales_order_line_price",
    "item_price_update",
    "assembly_build",
    "bom_change",
  ] as const)("%s is committed at most once, and an applied verdict tells the truth", async (actionType) => {
    const payload = payloads[actionType];
    await fc.assert(
      fc.asyncProperty(schedule, async (faults) => {
        const fresh = await openAccount();
        try {
          for (const fault of faults) await fresh.fault(fault.kind, { ...fault, key: "k", delay_ms: 0 });
          const classes: string[] = [];
          for (let attempt = 1; attempt <= 5; attempt += 1)
            classes.push((await fresh.write(payload, "k")).class);
          const commits = await fresh.commits("k");
          const isApplied = (await fresh.probe(payload, "k")).class === "applied";
          expect(commits.length).toBeLessThanOrEqual(1);
          if (isApplied || classes.includes("applied")) expect(commits).toHaveLength(1);
        } finally {
          await fresh.close();
        }
      }),
      { numRuns: 60, seed: 20_261_104 },
    );
  });
});

describe("a slow commit", () => {
  it("finishing after the client's timeout is unknown, and the late twin of a second delivery writes nothing", async () => {
    await account.close();
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const wait = (ms: number) => (ms > 0 ? gate : Promise.resolve());
    Object.assign(account, await openAccount({ simulator: { wait }, client: { timeoutMs: 1_000 } }));
    await account.fault("slow_commit", { key: "k" });
    expect(await account.write(bid, "k")).toMatchObject({ class: "unknown", code: "TIMEOUT" });
    expect(await account.probe(bid, "k")).toMatchObject({ class: "not_found" });
    expect(await account.write(bid, "k")).toMatchObject(once);
    release();
    await account.simulator.idle();
    expect(await account.commits("k")).toHaveLength(1);
    expect(await account.look("bid_price", BID)).toMatchObject({ price: "1.48" });
  });
});
