import { describe, expect, onTestFinished, test } from "vitest";
import { inTenant } from "@/db/client";
import { listActions as listRows } from "@/db/queries/actions/actions";
import type { ListQuery } from "@/lib/contract/actions/list-query";
import { listActions } from "./list-actions";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { openWorld } from "@/lib/gateway/testing/world";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** A list shows the sums of a roll without loading its lines. */

const rollCount = 50;
const lineCount = 500;
const bytesMax = 200_000;
const everything: ListQuery = { status: "all", limit: 100 };

// The client's limit is the app's own: a machine under load takes long for the first 500 reads.
const world = await useWorld({ client: { timeoutMs: 30_000 } });
const { gateway, approver } = world;
await widenAssortment(world.account);
const { id } = (await world.propose(priceRoll(rollLines(lineCount)))).proposal;

const inList = async (actionId: number) => {
  const { items } = await listActions(approver, everything, gateway);
  return items.find((item) => item.id === actionId)!;
};

/** Whether it can be reversed is told where its lines are. */
const withoutReversal = ({ reversible: _reversible, ...rest }: Awaited<ReturnType<typeof inList>>) => rest;

test("a roll in a list reads as on its own page, figure for figure", async () => {
  const listed = await inList(id);
  const detail = await world.read(id);
  expect(listed.sentence).toBe(detail.sentence);
  expect(listed.sentence).toMatch(
    /^Raise 500 prices for 12 customers, \+\$[\d,.]+ a year( and \d+ lines? of unknown worth)?$/,
  );
  expect(detail).toMatchObject(withoutReversal(listed));
  expect(listed.line_count).toBe(lineCount);
});

describe("although the list loads no lines", () => {
  test.each<[string, Record<string, unknown>[]]>([
    ["raised and lowered prices", [{ to: "10.04" }, { to: "9.5" }]],
    ["text that is not what it looks like", [{ to: "10.04" }, { to: "10.06", note: "raise\u202elower" }]],
  ])("%s are shown", async (_what, changed) => {
    const lines = rollLines(changed.length).map((line, index) => {
      const { to, note } = changed[index] as { to: string; note?: string };
      return {
        ...line,
        changes: [{ field: "price", from: line.changes[0]!.from!, to }],
        context: { ...line.context, ...(note === undefined ? {} : { remark: note }) },
      };
    });
    const { proposal } = await world.propose(priceRoll(lines));
    const detail = await world.read(proposal.id);
    expect(detail).toMatchObject(withoutReversal(await inList(proposal.id)));
    expect(detail.suspicious_text).toBe(changed.some(({ note }) => note !== undefined));
  });

  test("a roll that could not be read is described as well", async () => {
    await world.owner`UPDATE push_lanes SET state = 'halted', code = 'X', halted_at = now(), probe_at = now() + interval '1 hour'`;
    const { proposal } = await world.propose(priceRoll(rollLines(3)));
    await world.owner`UPDATE push_lanes SET state = 'open', code = NULL, halted_at = NULL, probe_at = NULL`;
    const listed = await inList(proposal.id);
    expect(listed).toMatchObject({ line_count: 3, suspicious_text: false });
    expect(listed.details).toContain("3 records not verified");
    expect(await world.read(proposal.id)).toMatchObject(withoutReversal(listed));
  });

  test("a roll that was stored before its figures were kept is complete: its lines are loaded", async () => {
    const before = await inList(id);
    await pastEveryGuard(
      world.superuser,
      (tx) => tx`UPDATE proposed_actions SET facts_json = facts_json - 'roll' WHERE id = ${id}`,
    );
    expect(withoutReversal(await inList(id))).toEqual(withoutReversal(before));
  });
});

test("a page of 50 rolls of 500 lines is loaded and answered in less than 200 kB", async () => {
  const other = await openWorld();
  onTestFinished(() => other.close());
  await widenAssortment(other.account);
  await other.propose(priceRoll(rollLines(lineCount)));
  // Proposing one takes seconds; the others are its copies.
  const columns = await other.owner<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = 'proposed_actions' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'idempotency_key')`;
  const names = columns.map(({ name }) => name);
  const own = (column: string) =>
    column === "input_fingerprint" ? `md5(n::text) || md5('x' || n)` : `p.${column}`;
  await pastEveryGuard(other.superuser, (tx) =>
    tx.unsafe(`
      INSERT INTO proposed_actions (${names.join(", ")})
      SELECT ${names.map(own).join(", ")} FROM proposed_actions p, generate_series(2, ${rollCount}) n`),
  );
  const { rows } = await inTenant(other.gateway.database, other.tenantId, (tx) =>
    listRows(tx, other.tenantId, { ...everything, sort: "newest", seesContent: true }, null),
  );
  expect(rows).toHaveLength(rollCount);
  expect(JSON.stringify(rows).length).toBeLessThan(bytesMax);
  const answer = await listActions(other.approver, everything, other.gateway);
  expect(answer.items.map(({ line_count: lines }) => lines)).toEqual(Array(rollCount).fill(lineCount));
  expect(JSON.stringify(answer).length).toBeLessThan(bytesMax);
});
