import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { inTenant } from "@/db/client";
import { findActions } from "@/db/queries/actions/search";
import type { ListQuery } from "@/lib/contract/actions/list-query";
import type { Person } from "@/lib/core/access/principal";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { listActions } from "./list-actions";

const world = await useWorld();
const { gateway, approver, viewer, superuser, tenantId } = world;

const price = (
  await world.propose(
    proposals.bidPrice("1.43", "1.42", {
      reason: "A competitor undercuts us by seven cents",
      context: { bid_id: "B5875", customer: "Driscoll's" },
    }),
  )
).proposal;
const note = (
  await world.propose(
    proposals.arNote({
      changes: [{ field: "note", to: "Jalapeño relish: pays by Friday, 100% sure_ly" }],
      reason: "They rang about the overdue invoice",
    }),
  )
).proposal;
const credit = (await world.propose(proposals.bigCreditRevoke())).proposal;

async function find(q: string, person: Person = approver, more: Partial<ListQuery> = {}) {
  const { items } = await listActions(person, { status: "all", limit: 50, q, ...more }, gateway);
  return items.map(({ id }) => id);
}

describe("a search finds", () => {
  test.each<[string, string, number[]]>([
    ["a word of the record's name in NetSuite", "clamshell", [price.id]],
    ["a part of a word", "lamshel", [price.id]],
    ["a number as the payload has it", "1.43", [price.id]],
    ["a bid", "B5875", [price.id]],
    ["a part of a bid", "5875", [price.id]],
    ["a customer, with and without the apostrophe", "driscolls", [price.id]],
    ["a customer in capitals", "DRISCOLL'S", [price.id]],
    ["words of the agent's reason", "competitor undercuts", [price.id]],
    ["words in any order, all of which must be there", "cents competitor strawberries", [price.id]],
    ["nothing where one of the words is missing", "competitor overdue", []],
    ["the title of a type", "bid price", [price.id]],
    ["a field in people's words", "revoke credit limit", [credit.id]],
    ["a tier by its number", "l5", [credit.id]],
    ["a tier by its name", "critical", [credit.id]],
    ["a word without its accent", "jalapeno", [note.id]],
    ["an id alone, marked as one", `#${note.id}`, [note.id]],
    ["nothing behind the id of nothing", "#999999999", []],
  ])("%s: %s", async (_what, q, ids) => {
    expect(await find(q)).toEqual(ids);
  });

  test("an id without its mark", async () => {
    expect(await find(String(credit.id))).toContain(credit.id);
  });

  test("an agent, everywhere it proposed", async () => {
    expect(await find(world.agent.name)).toEqual([credit.id, note.id, price.id]);
  });

  test.each([
    ["a letter too few", "strawbery"],
    ["two letters exchanged", "starwberries"],
    ["another letter", "strawbarries"],
    ["a letter too many, beside a word that is right", "clamshelll driscoll"],
  ])("what was meant by a word with %s: %s", async (_error, q) => {
    expect(await find(q)).toEqual([price.id]);
  });

  test("what was asked for alone, where there is such a thing", async () => {
    // Resembles clamshell, and stands in the reason of another action.
    const other = (await world.propose(proposals.arNote({ reason: "Says clamshel" }))).proposal;
    expect(await find("clamshel ")).toEqual([other.id, price.id]);
    expect(await find("says clamshel")).toEqual([other.id]);
  });

  test("an action by its tier as it is now", async () => {
    await pastEveryGuard(superuser, async (tx) => {
      await tx`SET LOCAL session_replication_role = origin`;
      await tx`ALTER TABLE proposed_actions DISABLE TRIGGER proposed_actions_guard`;
      await tx`UPDATE proposed_actions SET risk_level = 4 WHERE id = ${note.id}`;
      await tx`ALTER TABLE proposed_actions ENABLE TRIGGER proposed_actions_guard`;
    });
    expect(await find("high jalapeno")).toEqual([note.id]);
    expect(await find("l2 jalapeno")).toEqual([]);
  });
});

describe("a search takes every sign for itself", () => {
  test.each([
    ["a percent sign", "100% sure_ly", [note.id]],
    ["a percent sign that is not there", "1%43", []],
    ["an underscore that is not there", "1_43", []],
    ["a backslash", "\\", []],
    ["a quotation mark", "'; DROP TABLE proposed_actions; --", []],
    ["letters of another script", "草莓", []],
    ["an unfinished surrogate pair", "\ud83d", []],
  ])("%s", async (_what, q, ids) => {
    expect(await find(q)).toEqual(ids);
  });

  test("and answers two hundred words", async () => {
    expect(await find(Array.from({ length: 100 }, () => "z").join(" "))).toEqual([]);
    expect(await find("q".repeat(200))).toEqual([]);
  });
});

describe("a search stays small", () => {
  test.each([
    ["signs that each stand for four words", "\ufdfa".repeat(200)],
    [
      "forty different words",
      Array.from({ length: 40 }, (_, n) => `qz${String.fromCharCode(97 + (n % 26), 97 + n / 2)}`).join(" "),
    ],
  ])("in statements: three for %s", async (_what, q) => {
    const statements = await inTenant(gateway.database, tenantId, async (tx) => {
      const execute = vi.spyOn(tx, "execute");
      expect(await findActions(tx, tenantId, { q, status: "all", seesContent: true })).toEqual({ ids: [] });
      return execute.mock.calls.length;
    });
    expect(statements).toBe(3);
  });

  test("in words: the first twelve different ones of two hundred characters are looked for", async () => {
    const words = "alder birch cedar dogwood elm fir ginkgo hazel ironwood juniper katsura larch".split(" ");
    const { id } = (await world.propose(proposals.arNote({ reason: words.join(" ") }))).proposal;
    expect(await find([...words, ...words, "absentee"].join(" "))).toEqual([id]);
    expect(await find([...words.slice(1), "absentee"].join(" "))).toEqual([]);
    expect(await find(`larch${" ".repeat(180)}absentee`)).toEqual([]);
    expect(await find(`${"larch ".repeat(2)}${"\u3300".repeat(60)}`)).toEqual([]);
  });

  test("in candidates, and yet corrects a word that begins as thousands of others do", async () => {
    await world.owner`
      INSERT INTO search_words (tenant_id, in_outline, trigram, word)
      SELECT ${tenantId}, false, piece, word
      FROM (SELECT 'strawa' || translate(lpad(n::text, 4, '0'), '0123456789', 'acdfghijkl') AS word
            FROM generate_series(0, 2999) AS n) AS words, LATERAL word_pieces(word) AS piece`;
    expect(await find("strawbery")).toEqual([price.id]);
  });
});

describe("a viewer", () => {
  test.each([
    ["a word of the reason", "competitor"],
    ["a word of the payload", "friday"],
    ["a customer", "driscolls"],
    ["a name that NetSuite gave", "strawberries"],
    ["a misspelt name that NetSuite gave", "strawbery"],
    ["a customer whose letters changed places", "drsicolls"],
    ["a word of the outline beside one of the content", "bid driscolls"],
  ])("finds nothing by %s, which others do", async (_what, q) => {
    expect(await find(q, viewer)).toEqual([]);
    expect(await find(q)).not.toEqual([]);
  });

  test.each<[string, string, number[]]>([
    ["record", "10472", [price.id]],
    ["tier", "critical", [credit.id]],
    ["type, misspelt", "revokee", [credit.id]],
    ["type, with letters that changed places", "rveoke", [credit.id]],
    ["id", `#${note.id}`, [note.id]],
  ])("finds by %s", async (_what, q, ids) => {
    expect(await find(q, viewer)).toEqual(ids);
  });
});

test("another tenant's search finds nothing of this one, by words, errors or ids", async () => {
  const other = await world.addTenant();
  const admin = await other.person("Adam", "admin");
  for (const q of ["clamshell", "strawbery", "critical", "competitor", `#${note.id}`, String(note.id)])
    expect(await find(q, admin), q).toEqual([]);
});

test("a search keeps the order and the filters of its list, and goes on page by page", async () => {
  const ids: number[] = [];
  for (let index = 0; index < 7; index += 1)
    ids.push(
      (await world.propose(proposals.arNote({ changes: [{ field: "note", to: "Sells rambutan" }] }))).proposal
        .id,
    );
  const read = async (query: Partial<ListQuery>) => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await listActions(
        approver,
        { status: "pending", limit: 3, q: "rambutan", ...query, cursor },
        gateway,
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return seen;
  };
  expect(await read({})).toEqual(ids);
  expect(await read({ sort: "newest" })).toEqual(ids.toReversed());
  expect(await read({ q: "rambutn" })).toEqual(ids);
  expect(await read({ type: "bid_price_update" })).toEqual([]);
  expect(await read({ status: "history" })).toEqual([]);
});

test("of many hits every one is found once, though rows are compared one by one", async () => {
  // Copies: a thousand proposals would take their time.
  await pastEveryGuard(superuser, async (tx) => {
    const copies = await tx<{ id: number }[]>`
      INSERT INTO proposed_actions OVERRIDING SYSTEM VALUE
      SELECT c.* FROM proposed_actions a, generate_series(1, 1500) AS n, LATERAL jsonb_populate_record(a,
        jsonb_build_object('id', nextval(pg_get_serial_sequence('proposed_actions', 'id')),
          'idempotency_key', 'copy-' || n, 'reason', CASE WHEN n % 5 = 0 THEN 'durian' ELSE 'lychee durian' END)) AS c
      WHERE a.id = ${note.id} RETURNING id`;
    for (const { id } of copies) await tx`SELECT write_search_text(${tenantId}, ${id})`;
  });
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const query = { status: "pending", limit: 200, q: "lychee", cursor } as const;
    const page = await listActions(approver, query, gateway);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(seen).toHaveLength(1200);
  expect(new Set(seen).size).toBe(1200);
  const hits = await inTenant(gateway.database, tenantId, (tx) =>
    findActions(tx, tenantId, { q: "lychee", status: "pending", seesContent: true }),
  );
  expect(hits).not.toHaveProperty("ids");
});

test("a word is found in any block of ids, whichever pieces of it the newer blocks hold", async () => {
  // From the newest block to the oldest: no piece of the word; one half of it; all its pieces in two actions; the word.
  const blocks = ["zebra", "mangos", "mango gosteen ngoste", "mangosteen", "mango", "zebra mangosteen"];
  const idOf = (block: number) => (1_000 - block) * 16_384 + 7;
  await superuser`
    INSERT INTO action_search (tenant_id, action_id, outline, content)
    SELECT ${tenantId}, (1000 - (n - 1)) * 16384 + 7, '', ' ' || words || ' '
    FROM unnest(${blocks}::text[]) WITH ORDINALITY AS b (words, n)`;
  const found = (q: string, status: "all" | "pending" = "all") =>
    inTenant(gateway.database, tenantId, (tx) => findActions(tx, tenantId, { q, status, seesContent: true }));
  expect(await found("mangosteen")).toEqual({ ids: [idOf(3), idOf(5)] });
  expect(await found("zebra mangosteen")).toEqual({ ids: [idOf(5)] });
  expect(await found("mango gosteen")).toEqual({ ids: [idOf(2), idOf(3), idOf(5)] });
  expect(await found("steengoman")).toEqual({ ids: [] });
});

test("a word that hardly any action has takes few looks at the index, however many blocks of ids there are", async () => {
  const idOf = (block: number) => (2_000 + block) * 16_384 + 7;
  const blocks = Array.from({ length: 200 }, (_, n) => (n === 5 || n === 141 ? "tangelo" : "zebra"));
  await superuser`
    INSERT INTO action_search (tenant_id, action_id, outline, content)
    SELECT ${tenantId}, (2000 + n - 1) * 16384 + 7, '', ' ' || words || ' '
    FROM unnest(${blocks}::text[]) WITH ORDINALITY AS b (words, n)`;
  const looks = (q: string) =>
    inTenant(gateway.database, tenantId, async (tx) => {
      const counted = async () => {
        const [row] = await tx.execute<{ count: number }>(
          sql`SELECT pg_stat_get_xact_numscans('action_search_keys'::regclass)::integer AS count`,
        );
        return row!.count;
      };
      const before = await counted();
      const found = await findActions(tx, tenantId, { q, status: "all", seesContent: true });
      return { found, count: (await counted()) - before };
    });
  const tangelo = await looks("tangelo");
  expect(tangelo.found).toEqual({ ids: [idOf(141), idOf(5)] });
  expect(tangelo.count).toBeLessThan(150);
  const nothing = await looks("qqxxzz");
  expect(nothing.found).toEqual({ ids: [] });
  expect(nothing.count).toBeLessThan(100);
});
