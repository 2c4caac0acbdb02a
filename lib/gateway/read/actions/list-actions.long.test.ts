import { beforeAll, describe, expect, test } from "vitest";
import type { ListQuery } from "@/lib/contract/actions/list-query";
import type { Person } from "@/lib/core/access/principal";
import { LIST_SORTS, type ListSort } from "@/lib/core/action/list-order";
import { letManyWait } from "@/lib/gateway/testing/load/many-waiting";
import { expectRefusal, pastEveryGuard } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { countActions, listActions, readHistoryChoices } from "./list-actions";

/** Lists of a tenant that has many actions, in every order, while others come and go. */

const world = await useWorld();
const { gateway, approver, admin, viewer, superuser, owner } = world;
await letManyWait(owner, admin, gateway);
const other = await world.addTenant();
const stranger = await other.person("Omar", "approver");

/** The sorts' keys of one row. */
interface Shape {
  cents: number | null;
  movement: string | null;
  hoursToExpiry: number;
  status?: "pending" | "expired";
  tier?: number;
}

/** Copies of one real proposal, with the figures that orders go by. */
async function copies(shapes: readonly Shape[]): Promise<number[]> {
  const { proposal } = await world.propose(proposals.bidPrice());
  const columns = await owner<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = 'proposed_actions' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'idempotency_key')`;
  const own: Record<string, string> = {
    impact_cents: "s.cents",
    movement_percent: "s.movement",
    expires_at: "clock_timestamp() + make_interval(hours => s.hours)",
    created_at: "clock_timestamp() - interval '40 days'",
    status: "s.status",
    ended_at: "CASE s.status WHEN 'expired' THEN clock_timestamp() END",
    risk_level: "s.tier",
  };
  const names = columns.map(({ name }) => name);
  const rows = shapes.map(({ cents, movement, hoursToExpiry: hours, status = "pending", tier = 3 }) => ({
    cents,
    movement,
    hours,
    status,
    tier,
  }));
  const made: number[] = [];
  await pastEveryGuard(superuser, async (tx) => {
    const inserted = await tx.unsafe(
      `INSERT INTO proposed_actions (${names.join(", ")})
       SELECT ${names.map((name) => own[name] ?? `p.${name}`).join(", ")}
       FROM proposed_actions p,
         ROWS FROM (jsonb_to_recordset($1::text::jsonb) AS (cents bigint, movement numeric, hours int, status text, tier int))
           WITH ORDINALITY AS s (cents, movement, hours, status, tier, place)
       WHERE p.id = $2 ORDER BY s.place RETURNING id`,
      [JSON.stringify(rows), proposal.id],
    );
    made.push(...inserted.map(({ id }) => Number(id)));
  });
  return made;
}

async function page(by: Person, query: Partial<ListQuery>) {
  return listActions(by, { status: "pending", limit: 3, ...query } as ListQuery, gateway);
}

/** Every id of the list, page by page; `between` runs after each. */
async function walk(by: Person, query: Partial<ListQuery>, between: (pages: number) => Promise<void>) {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (let pages = 1; pages < 200; pages += 1) {
    const { items, next_cursor }: Awaited<ReturnType<typeof page>> = await page(by, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    ids.push(...items.map(({ id }) => id));
    if (next_cursor === null) return ids;
    cursor = next_cursor;
    await between(pages);
  }
  throw new Error("the list does not end");
}

/** Ties, both signs, nothing known: what an order could lose a row over. */
const shapes: Shape[] = [
  { cents: 500, movement: "1.5", hoursToExpiry: 3 },
  { cents: -900, movement: "-7.25", hoursToExpiry: 3 },
  { cents: 900, movement: "7.25", hoursToExpiry: 3 },
  { cents: null, movement: null, hoursToExpiry: 1 },
  { cents: 0, movement: null, hoursToExpiry: 9 },
  { cents: null, movement: "0", hoursToExpiry: 9 },
  { cents: 9_000_000_000_000_000, movement: "120.0000001", hoursToExpiry: 5 },
  { cents: 500, movement: "1.50", hoursToExpiry: 2 },
  { cents: 1, movement: "0.01", hoursToExpiry: 4 },
  { cents: 500, movement: "1.5", hoursToExpiry: 3 },
];

describe.each(LIST_SORTS)("in the order %s", (sort) => {
  test.each(["pending", "history"] as const)(
    "pages of %s give each row that stays exactly once, while others come and go",
    async (status) => {
      const own = { status, type: "bid_price_update", sort };
      const before = await walk(approver, own, async () => {});
      const state = status === "pending" ? "pending" : "expired";
      const made = await copies(shapes.map((shape) => ({ ...shape, status: state })));
      const gone: number[] = [];
      const ids = await walk(approver, own, async (pages) => {
        // A row goes that has been read, or not; another comes at either end of the order and among its ties.
        const leaving = made[(pages * 3) % made.length]!;
        gone.push(leaving);
        await pastEveryGuard(superuser, async (tx) => {
          await tx`UPDATE proposed_actions SET action_type = 'ar_note' WHERE id = ${leaving}`;
        });
        if (pages <= 3)
          await copies([
            { cents: 500, movement: "1.5", hoursToExpiry: 3, status: state },
            { cents: null, movement: null, hoursToExpiry: 1, status: state },
            { cents: 0, movement: "900", hoursToExpiry: 70, status: state },
          ]);
      });
      expect(new Set(ids).size).toBe(ids.length);
      const stayed = [...before, ...made].filter((id) => !gone.includes(id));
      expect(stayed.filter((id) => !ids.includes(id))).toEqual([]);
    },
  );

  test("the list is in that order, unknown impacts first and rows without a movement last", async () => {
    const made = await copies(shapes);
    const all = await walk(approver, { sort, limit: 200 }, async () => {});
    const places = all.filter((id) => made.includes(id)).map((id) => made.indexOf(id));
    expect(places).toEqual(expected[sort]);
  });

  test("a cursor of another order, a forged one and one of before are refused, naming the field", async () => {
    await copies(shapes);
    const { next_cursor: cursor } = await page(approver, { sort });
    const wrong = LIST_SORTS.find((name) => name !== sort)!;
    const refused = { code: "malformed_request", status: 400, issues: [{ path: "cursor" }] } as const;
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    await expectRefusal(page(approver, { sort: wrong, cursor: cursor! }), refused as never);
    for (const forged of [
      "x",
      forge([sort, "'; DROP TABLE events; --", 1]),
      forge([sort, "9".repeat(30), 1]),
      forge([sort, "2026-02-30 10:00:00+00", 1]),
      ...(sort === "taps" ? [] : [forge([sort, "infinity", 1])]),
      forge([sort, "NaN", 1]),
      forge([sort, "1", 1.5]),
      forge([sort, "1", null]),
      forge(["2026-11-20 10:00:00.1+00", 7]),
      forge({ sort }),
    ])
      await expectRefusal(page(approver, { sort, cursor: forged }), refused as never);
  });
});

/** The places of `shapes` in each order. */
const expected: Record<ListSort, number[]> = {
  expiry: [3, 7, 0, 1, 2, 9, 8, 6, 4, 5],
  // All of them are of one tier that one tap approves.
  taps: [3, 7, 0, 1, 2, 9, 8, 6, 4, 5],
  // None of them has ended: they stand at their proposal.
  ended: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  newest: [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
  oldest: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  impact: [5, 3, 6, 2, 1, 9, 7, 0, 8, 4],
  movement: [6, 2, 1, 9, 7, 0, 8, 5, 4, 3],
};

test("one tap first: what waits for more than a tap follows what one tap approves, the oldest first", async () => {
  const agent = await world.home.agent("tapped-agent");
  const propose = async (input: Parameters<typeof world.propose>[0]) =>
    (await world.propose(input, agent)).proposal.id;
  const changes = [{ field: "creditlimit", from: 120_000, to: 121_000 }];
  const high = [
    await propose(proposals.creditLimit()),
    await propose(proposals.creditLimit(121_000, { entity_ref: "Halvorsen Markets", changes })),
  ];
  const low = await propose(proposals.arNote());
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const query = { agent: "tapped-agent", sort: "taps", limit: 1, ...(cursor && { cursor }) } as const;
    const { items, next_cursor }: Awaited<ReturnType<typeof page>> = await page(approver, query);
    ids.push(...items.map(({ id }) => id));
    cursor = next_cursor;
  } while (cursor !== null);
  expect(ids).toEqual([low, ...high]);
});

test.each(["history", "expired"] as const)(
  "%s begins with what ended last, whatever its number, over pages",
  async (status) => {
    const agent = await world.home.agent(`ended-${status}`);
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push((await world.propose(proposals.arNote(), agent)).proposal.id);
    // The first ended last, and two at the same moment.
    const hoursAgo = [1, 30, 3, 3, 5];
    await pastEveryGuard(superuser, async (tx) => {
      for (const [place, id] of ids.entries())
        await tx`
          UPDATE proposed_actions SET status = 'expired', ended_at = now() - make_interval(hours => ${hoursAgo[place]!})
          WHERE id = ${id}`;
      // To the microsecond.
      await tx`UPDATE proposed_actions SET ended_at = (SELECT ended_at FROM proposed_actions WHERE id = ${ids[2]!})
        WHERE id = ${ids[3]!}`;
    });
    const expectedIds = [0, 3, 2, 4, 1].map((place) => ids[place]!);
    const query = { status, agent: `ended-${status}`, limit: 2 } as const;
    expect(await walk(approver, query, async () => {})).toEqual(expectedIds);
  },
);

describe("a viewer", () => {
  test("gets no order by movement, which is content, and no movement in a cursor", async () => {
    await copies(shapes);
    const asked = await page(viewer, { sort: "movement", limit: 5 });
    const newest = await page(viewer, { sort: "newest", limit: 5 });
    expect(asked.items).toEqual(newest.items);
    expect(Buffer.from(asked.next_cursor!, "base64url").toString()).toMatch(/^\["movement",null,\d+\]$/);
    const next = await page(viewer, { sort: "movement", limit: 5, cursor: asked.next_cursor! });
    expect(next.items[0]!.id).toBeLessThan(asked.items.at(-1)!.id);
  });
});

test("a list up to a tier holds it and the lower ones, also beside a search", async () => {
  const agentName = "low-agent";
  const agent = await world.home.agent(agentName);
  const low = (await world.propose(proposals.arNote(), agent)).proposal.id;
  await world.propose(proposals.creditLimit(), agent);
  for (const q of [undefined, agentName]) {
    const { items } = await page(approver, { agent: agentName, tier_max: 2, ...(q && { q }) });
    expect(items.map(({ id }) => id)).toEqual([low]);
  }
});

describe("the counts", () => {
  test("of each tier are those of the filtered list, zeros too, whatever tier is chosen", async () => {
    const agentName = "counted-agent";
    const agent = await world.home.agent(agentName);
    await world.propose(proposals.arNote(), agent);
    await world.propose(proposals.arNote(), agent);
    await world.propose(proposals.creditLimit(), agent);
    const counts = await countActions(approver, { status: "pending", agent: agentName }, gateway);
    expect(counts).toEqual({
      total: 3,
      by_tier: [5, 4, 3, 2, 1].map((tier) => ({
        tier,
        count: { 4: 1, 2: 2 }[tier] ?? 0,
        more: false,
      })),
    });
    const notes = await countActions(
      approver,
      { status: "pending", agent: agentName, type: "ar_note" },
      gateway,
    );
    expect(notes.total).toBe(2);
    expect((await countActions(stranger, { status: "all" }, gateway)).total).toBe(0);
  });

  test("say nothing about content to a viewer", async () => {
    await world.propose(proposals.arNote({ changes: [{ field: "note", to: "A kumquat" }] }));
    for (const filter of [{ q: "kumquat" }, { customer: "Coastal Pantry" }]) {
      expect((await countActions(viewer, { status: "all", ...filter }, gateway)).total).toBe(0);
      expect((await countActions(approver, { status: "all", ...filter }, gateway)).total).toBeGreaterThan(0);
    }
  });
});

describe("the history", () => {
  const made = { rejected: 0, applied: 0, both: 0 };
  const second = world.admin;
  beforeAll(async () => {
    const rejected = (await world.propose(proposals.arNote())).proposal;
    await world.decide(approver, rejected, { decision: "reject" });
    const both = (await world.propose(proposals.bigCreditRevoke())).proposal;
    await world.decide(second, both, { decision: "reject" });
    Object.assign(made, { rejected: rejected.id, both: both.id });
  });
  const idsOf = async (by: Person, query: Partial<ListQuery>) =>
    (await page(by, { status: "history", limit: 200, ...query })).items.map(({ id }) => id);

  test("is narrowed by the person who decided, and a person of another tenant finds nothing", async () => {
    expect(await idsOf(approver, { decided_by: approver.userId })).toEqual([made.rejected]);
    expect(await idsOf(approver, { decided_by: admin.userId })).toEqual([made.both]);
    expect(await idsOf(approver, { decided_by: stranger.userId })).toEqual([]);
    expect(await idsOf(stranger, { decided_by: approver.userId })).toEqual([]);
    expect(await idsOf(approver, { decided_by: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(await idsOf(approver, { decided_by: "policy" })).toEqual([]);
  });

  test("is narrowed by outcome", async () => {
    const rejected = await idsOf(approver, { outcome: "rejected" });
    expect(rejected.toSorted()).toEqual([made.rejected, made.both].toSorted());
    expect(await idsOf(approver, { outcome: "applied" })).toEqual([]);
  });

  test("offers the people who have decided something, and no others", async () => {
    expect(await readHistoryChoices(viewer, gateway)).toEqual({
      deciders: [
        { id: admin.userId, name: "Adam" },
        { id: approver.userId, name: "Ana" },
      ],
      time_zone: "UTC",
    });
    expect((await readHistoryChoices(stranger, gateway)).deciders).toEqual([]);
  });

  test("goes by days of the tenant's time zone, both inclusive", async () => {
    const [late] = await copies([{ cents: 1, movement: "1", hoursToExpiry: 1, status: "expired" }]);
    await pastEveryGuard(superuser, async (tx) => {
      await tx`UPDATE tenants SET time_zone = 'America/Los_Angeles' WHERE id = ${world.tenantId}`;
      // The evening of the first of November there, when the clocks go back; the morning of the second in London.
      await tx`UPDATE proposed_actions SET ended_at = '2025-11-03T07:30:00Z' WHERE id = ${late!}`;
    });
    const on = (from?: string, to?: string) =>
      idsOf(approver, { ...(from ? { from } : {}), ...(to ? { to } : {}) });
    expect(await on("2025-11-02", "2025-11-02")).toEqual([late]);
    expect(await on("2025-11-03", "2025-11-03")).toEqual([]);
    expect(await on("2025-11-01", "2025-11-01")).toEqual([]);
    expect(await on(undefined, "2025-11-02")).toEqual([late]);
    expect(await on("2025-11-03")).not.toContain(late);
  });
});

test("two waiting actions with the very same write name each other, until one of them ends", async () => {
  const home = await world.addTenant();
  const person = await home.person("Ana", "approver");
  const [one, two] = [await home.agent("one"), await home.agent("two")];
  const same = proposals.arNote();
  const [first, second] = [
    (await world.propose(same, one)).proposal,
    (await world.propose(same, two)).proposal,
  ];
  await world.propose({ ...same, changes: [{ field: "note", to: "Another note" }] }, one);
  const twins = async () => {
    const { items } = await listActions(person, { status: "pending", limit: 10 } as ListQuery, gateway);
    return items
      .filter(({ id }) => id === first.id || id === second.id)
      .toSorted((a, b) => a.id - b.id)
      .map(({ twin_id }) => twin_id);
  };
  expect(await twins()).toEqual([second.id, first.id]);
  expect((await world.read(first.id, person)).twin_id).toBe(second.id);
  await world.decide(person, first);
  expect(await twins()).toEqual([null]);
});
