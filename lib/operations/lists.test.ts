import { beforeAll, describe, expect, test } from "vitest";
import { companyOf } from "@/lib/gateway/access/found-company";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { answerRequest } from "./answer-request";
import { call, installWorld, tokenOf } from "./testing/over-http";

/** Lists over HTTP: bad filters, counts, and the download. */

const world = await useWorld();
installWorld(world);
const { approver, viewer, owner } = world;
const other = await world.addTenant();
const stranger = await other.person("Omar", "approver");
const [ours, viewers] = await Promise.all([approver, viewer].map((person) => tokenOf(world, person)));
const theirCompany = { tenantId: stranger.tenantId, slug: stranger.tenantSlug, name: stranger.tenantName };
const theirs = await companyOf(owner, theirCompany).addToken(stranger);

const bid = (await world.propose(proposals.bidPrice("1.48"))).proposal;
const hostile = (
  await world.propose(
    proposals.arNote({
      changes: [{ field: "note", to: '=HYPERLINK("http://x.example","Pay"), said "Ann"' }],
    }),
  )
).proposal;
await world.decide(approver, hostile, { decision: "reject", comment: "+no\r\n@never" });

async function download(query: string, token = ours!) {
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`http://countersign.test/api/proposed-actions.csv${query}`, { headers });
  const response = await answerRequest(request);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, rows: rowsOf(bytes) };
}

/** RFC 4180, read without any library. */
function rowsOf(bytes: Uint8Array): Record<string, string>[] {
  const text = new TextDecoder().decode(bytes);
  const table: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (let match = cell.exec(text); match && match[0] !== ""; match = cell.exec(text)) {
    table.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] !== ",") table.push([]);
  }
  const [head = [], ...rows] = table.filter((row) => row.length > 0);
  return rows.map((row) => {
    expect(row).toHaveLength(head.length);
    return Object.fromEntries(row.map((value, index) => [head[index], value]));
  });
}

describe("a list", () => {
  test.each([
    ["sort", "sort=loudest"],
    ["sort", "sort="],
    ["outcome", "outcome=pending"],
    ["outcome", "outcome=%00"],
    ["decided_by", "decided_by=everybody"],
    ["decided_by", "decided_by=0"],
    ["decided_by", "decided_by=1.5"],
    ["decided_by", "decided_by=99999999999999999999"],
    ["from", "from=yesterday"],
    ["from", "from=2026-02-30"],
    ["from", "from=0000-01-01"],
    ["to", "to=2026-13-01"],
    ["to", "to=%272026-01-01%27%3B--"],
    ["to", "from=2026-02-02&to=2026-02-01"],
    ["tier", "tier=6"],
    ["limit", "limit=201"],
  ])("with a bad %s (%s) is refused with 422, naming it", async (field, query) => {
    for (const path of ["", ".csv", "/counts"]) {
      if (path !== "" && !/^(sort|outcome|decided_by|from|to)$/.test(field)) continue;
      if (path === "/counts" && field === "sort") continue;
      const { status, body } = await call(`/api/proposed-actions${path}?${query}`, {
        method: "GET",
        token: ours!,
      });
      const errors = body.errors as { path: string }[] | undefined;
      expect({ path, status, fields: [...new Set(errors?.map(({ path: at }) => at))] }).toEqual({
        path,
        status: 422,
        fields: [field],
      });
    }
  });

  test.each(["x", "W10", Buffer.from('["newest",null,1]').toString("base64url")])(
    "with the cursor %s is refused with 400, naming it",
    async (cursor) => {
      const path = `/api/proposed-actions?sort=impact&cursor=${cursor}`;
      const { status, body } = await call(path, { method: "GET", token: ours! });
      expect({ status, ...body }).toMatchObject({ status: 400, errors: [{ path: "cursor" }] });
    },
  );

  test("the furthest days that can be named are answered", async () => {
    for (const query of ["from=0001-01-01", "to=9999-12-31", "from=9999-12-31&to=9999-12-31"]) {
      const { status } = await call(`/api/proposed-actions?status=history&${query}`, {
        method: "GET",
        token: ours!,
      });
      expect(status, query).toBe(200);
    }
  });
});

describe("the download of a list", () => {
  test("holds the list's rows, in its order and with its filters, exactly and with their zones and currencies", async () => {
    const { status, headers, bytes, rows } = await download("?status=all&sort=oldest");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="tenant-[\w-]+-all-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    expect(rows.map(({ id }) => Number(id))).toEqual([bid.id, hostile.id]);
    expect(rows[0]).toMatchObject({
      status: "pending",
      tier: "3",
      type: "bid_price_update",
      reference: "10472",
      customer: "Driscoll's",
      field: "price",
      from: "1.42",
      to: "1.48",
      delta: "0.06",
      impact: "540.00",
      currency: "USD",
      content_hidden: "no",
      decided_at: "",
    });
    expect(rows[0]!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await download("?status=history&outcome=applied")).rows).toEqual([]);
    expect((await download("?status=history&sort=impact&tier=2")).rows).toHaveLength(1);
  });

  test("disarms what a spreadsheet would calculate, and keeps every character", async () => {
    const [row] = (await download("?status=history")).rows;
    expect(row!.to).toBe(`'=HYPERLINK("http://x.example","Pay"), said "Ann"`);
    expect(row!.comment).toBe("'+no\r\n'@never");
    expect(row!.change).toMatch(/^note: .*=HYPERLINK/);
  });

  test("gives a viewer the outline alone, with every column of content empty", async () => {
    const { rows } = await download("?status=all&sort=movement", viewers);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ content_hidden: "yes", currency: "USD" });
      for (const name of [
        "subject",
        "customer",
        "field",
        "from",
        "to",
        "delta",
        "delta_percent",
        "change",
        "comment",
        "payload_hash",
      ])
        expect(row[name], name).toBe("");
    }
    expect((await download("?status=all&q=HYPERLINK", viewers)).rows).toEqual([]);
  });

  test("holds nothing of another company, whatever the query names", async () => {
    for (const query of [
      "?status=all",
      `?status=all&tenant_id=${world.tenantId}`,
      `?status=all&decided_by=${approver.userId}`,
    ])
      expect((await download(query, theirs)).rows, query).toEqual([]);
    expect((await download("?status=all", "csp_nobody")).status).toBe(401);
  });

  test("stands in the ledger under the person who took it, without the words that were looked for", async () => {
    await download("?status=history&outcome=rejected&q=kumquat&customer=Ann&from=2026-01-01");
    const [event] = await owner`
      SELECT event_type, actor_label, entity_id, body_text FROM events WHERE tenant_id = ${world.tenantId}
        AND entity_type = 'person' ORDER BY id DESC LIMIT 1`;
    expect(event).toMatchObject({ event_type: "person.list_downloaded", actor_label: "Ana" });
    expect(JSON.parse(event!.body_text as string).details).toEqual({
      user_id: approver.userId,
      status: "history",
      outcome: "rejected",
      from: "2026-01-01",
      by_words: true,
      by_customer: true,
    });
    expect(event!.body_text).not.toContain("kumquat");
  });
});

describe("many downloads", () => {
  let last: Awaited<ReturnType<typeof download>>;
  beforeAll(async () => {
    for (let index = 0; index < 12; index += 1) last = await download("?status=stale");
  });

  test("by one person in one minute are refused with 429, and leave no event", async () => {
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    const [events] = await owner`
      SELECT count(*)::int AS count FROM events WHERE tenant_id = ${world.tenantId} AND event_type = 'person.list_downloaded'`;
    expect(events!.count).toBeLessThanOrEqual(20);
  });
});
