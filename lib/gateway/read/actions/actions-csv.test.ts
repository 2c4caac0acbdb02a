import { expect, test } from "vitest";
import { BYTE_ORDER_MARK } from "@/lib/core/values/csv";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { actionsAsCsv } from "./actions-csv";

/** The pages of a download, and its end. */

const world = await useWorld();
const { gateway, approver } = world;
const ids: number[] = [];
for (let index = 0; index < 7; index += 1) ids.push((await world.propose(proposals.arNote())).proposal.id);

const linesOf = async (limits: { rowsMax: number; rowsPerPage: number }) => {
  const { stream } = await actionsAsCsv(approver, { status: "pending", sort: "oldest" }, gateway, limits);
  const [head, ...rows] = (await new Response(stream).text()).trimEnd().split("\r\n");
  expect(head).toMatch(/^id,status,/);
  return rows;
};
const idOf = (line: string) => Number(line.split(",")[0]);

test.each([1, 3, 7, 100])("pages of %d rows hold each row once, below one head", async (rowsPerPage) => {
  expect((await linesOf({ rowsMax: 100, rowsPerPage })).map(idOf)).toEqual(ids);
});

test("a list that is longer than a file says so in the last row, and a file that holds all of it does not", async () => {
  expect((await linesOf({ rowsMax: 7, rowsPerPage: 3 })).map(idOf)).toEqual(ids);
  const rows = await linesOf({ rowsMax: 5, rowsPerPage: 3 });
  expect(rows.slice(0, 5).map(idOf)).toEqual(ids.slice(0, 5));
  expect(rows).toHaveLength(6);
  expect(rows[5]).toMatch(/^"Cut off after 5 rows; the list goes on\. .*",+$/);
});

test("an adjustment leads from the quantity on hand to the one that it leaves, and its own value is the delta", async () => {
  const { proposal } = await world.propose(proposals.adjustment("3"));
  const { stream } = await actionsAsCsv(approver, { status: "pending", q: `#${proposal.id}` }, gateway);
  const [head, row] = (await new Response(stream).text()).trimEnd().split("\r\n");
  // The memo may hold commas; the columns of the change stand before it.
  const cells = row!.split(",");
  const cell = (name: string) => cells[head!.split(",").indexOf(name)];
  expect(Number(cell("to"))).toBe(Number(cell("from")) + 3);
  expect(cell("delta")).toBe("3");
});

test("a fault in the middle breaks the download off, so that no part poses as the whole", async () => {
  let pages = 0;
  const failing = {
    ...gateway,
    clock: {
      ...gateway.clock,
      now: () => {
        if ((pages += 1) > 3) throw new Error("gone");
        return gateway.clock.now();
      },
    },
  };
  const limits = { rowsMax: 100, rowsPerPage: 3 };
  const { stream } = await actionsAsCsv(approver, { status: "pending" }, failing, limits);
  await expect(new Response(stream).text()).rejects.toThrow("gone");
});

test("a file begins with a byte order mark and its head even where the list is empty", async () => {
  const { stream, name } = await actionsAsCsv(approver, { status: "stale" }, gateway);
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).toMatch(
    new RegExp(`^${BYTE_ORDER_MARK}id,status,[a-z_,]*\\r\\n$`),
  );
  expect(name).toMatch(/-stale-\d{4}-\d\d-\d\d\.csv$/);
});
