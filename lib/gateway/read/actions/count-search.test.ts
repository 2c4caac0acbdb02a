import { expect, test, vi } from "vitest";
import { inTenant } from "@/db/client";
import { countSearch } from "@/db/queries/actions/count-search";
import type { CountsQuery } from "@/lib/contract/actions/list-query";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { countActions } from "./list-actions";

const world = await useWorld();
const { gateway, approver, superuser, tenantId } = world;

const first = (await world.propose(proposals.arNote())).proposal.id;
/** Ids far above the first one: a list of all times looks at a million of them. */
const farId = 60 * 16_384;
let nextId = farId;

/** Copies of one note, whose search text is `words` alone; of every five one is of tier 5. */
async function copies(count: number, words: string, status: "pending" | "expired"): Promise<void> {
  const from = nextId;
  nextId += count;
  await pastEveryGuard(superuser, async (tx) => {
    await tx`
      INSERT INTO proposed_actions OVERRIDING SYSTEM VALUE
      SELECT c.* FROM proposed_actions a, generate_series(${from}::bigint, ${nextId - 1}::bigint) AS n,
        LATERAL jsonb_populate_record(a, jsonb_build_object('id', n, 'idempotency_key', 'copy-' || n,
          'status', ${status}::text, 'ended_at', CASE ${status}::text WHEN 'expired' THEN clock_timestamp() END,
          'risk_level', CASE WHEN n % 5 = 0 THEN 5 ELSE 2 END)) AS c
      WHERE a.id = ${first}`;
    await tx`
      INSERT INTO action_search (tenant_id, action_id, outline, content)
      SELECT ${tenantId}, n, ${` ${words} `}, ${` ${words} `}
      FROM generate_series(${from}::bigint, ${nextId - 1}::bigint) AS n`;
  });
}

/** Of tiers 5 and 2, and whether each says that there may be more. */
async function counted(query: CountsQuery) {
  const { total, by_tier: tiers } = await countActions(approver, query, gateway);
  const of = (tier: number) => tiers.find((row) => row.tier === tier)!;
  return { total, high: of(5).count, low: of(2).count, more: tiers.every(({ more }) => more) };
}

await copies(1_500, "lychee", "pending");
await copies(300, "durian", "expired");
await copies(300, "rambutan", "expired");
// A search goes from block to block of ids, and these are in the next one.
nextId = farId + 16_384;
await copies(1_200, "durian", "expired");
await copies(1_010, "rambutan mangosteen", "pending");

test("hits of what waits are counted by tier, one by one, up to thousands", async () => {
  expect(await counted({ status: "pending", q: "lychee" })).toEqual({
    total: 1_500,
    high: 300,
    low: 1_200,
    more: false,
  });
  expect(await counted({ status: "pending", q: "lychee", type: "bid_price_update" })).toMatchObject({
    total: 0,
  });
});

test("a number counts the action of that id as well, and once", async () => {
  const id = farId + 1;
  expect(await counted({ status: "pending", q: String(id) })).toMatchObject({ total: 1, more: false });
  expect(await counted({ status: "pending", q: `#${id}` })).toMatchObject({ total: 1, more: false });
  expect(await counted({ status: "history", q: `#${id}` })).toMatchObject({ total: 0 });
});

test("a misspelt word is counted as it was meant", async () => {
  await superuser`
    INSERT INTO search_words (tenant_id, in_outline, trigram, word)
    SELECT ${tenantId}, true, piece, 'mangosteen' FROM word_pieces('mangosteen') AS piece`;
  expect(await counted({ status: "pending", q: "mangostee rambutn" })).toMatchObject({ total: 0 });
  expect(await counted({ status: "pending", q: "mangostin" })).toMatchObject({ total: 1_010, more: false });
});

test("of a search with very many hits in the history the newest are counted, and every tier says that there may be more", async () => {
  expect(await counted({ status: "history", q: "durian" })).toEqual({
    total: 1_200,
    high: 240,
    low: 960,
    more: true,
  });
});

test("where most of the newest hits do not stand in the list, rows are compared instead", async () => {
  expect(await counted({ status: "history", q: "rambutan" })).toEqual({
    total: 300,
    high: 60,
    low: 240,
    more: false,
  });
});

test("with another filter very many hits are counted to the end of the rows that it leaves", async () => {
  const type = "ar_note";
  expect(await counted({ status: "history", q: "durian", type })).toMatchObject({
    total: 1_500,
    more: false,
  });
  expect(await counted({ status: "history", q: "durian", outcome: "applied" })).toMatchObject({ total: 0 });
});

test("hits are found and counted in one statement, after the one that reads the words", async () => {
  const statements = await inTenant(gateway.database, tenantId, async (tx) => {
    const execute = vi.spyOn(tx, "execute");
    await countSearch(tx, tenantId, { status: "pending", seesContent: true, q: "lychee" }, 2_000);
    return execute.mock.calls.length;
  });
  expect(statements).toBe(2);
});
