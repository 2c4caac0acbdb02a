import { expect, test } from "vitest";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { readRuns } from "./read-runs";
import { startRun } from "./start-run";

const { world, owner, gateway, admin, approver, agent, publish, start, workOff } = await useRuns();

const text = (name: string) => `workflow: ${name}\nsteps: [{ id: hi, tool: transform, with: { value: 1 } }]`;
const found = async (
  filter: Partial<Parameters<typeof readRuns>[1]>,
  by: Parameters<typeof readRuns>[0] = approver,
) => (await readRuns(by, { limit: 50, ...filter }, gateway)).items.map(({ id }) => id);

test("runs are found by number, by a part of the trigger, the workflow or whoever began them, and by how they began", async () => {
  await publish(text("berries-weekly"));
  await publish(text("credit"));
  const berries = await start("berries-weekly", { trigger_ref: "Monday_7%" });
  const credit = await start("credit", { trigger_ref: "tuesday" }, admin);
  const { run: agents } = await startRun(
    agent,
    { workflow: "credit", inputs: {}, trigger_ref: "of-agent" },
    gateway,
  );
  await workOff();

  expect(await found({ q: String(berries.id) })).toContain(berries.id);
  expect(await found({ q: `#${credit.id}` })).toEqual([credit.id]);
  expect(await found({ q: "BERRIES" })).toEqual([berries.id]);
  expect(await found({ q: "monday_7%" })).toEqual([berries.id]);
  // No character is a wildcard.
  expect(await found({ q: "monday%7" })).toEqual([]);
  expect(await found({ q: admin.name.toLowerCase() })).toEqual([credit.id]);
  expect(await found({ q: "credit", workflow: "berries-weekly" })).toEqual([]);
  expect(await found({ trigger_type: "api" })).toEqual([agents.id, credit.id, berries.id]);
  expect(await found({ trigger_type: "schedule" })).toEqual([]);
  // An agent finds its own alone, and another tenant nothing.
  expect(await found({ q: "credit" }, agent)).toEqual([agents.id]);
  const stranger = await (await world.addTenant()).person("Sam", "admin");
  expect(await found({ q: "credit" }, stranger)).toEqual([]);
});

test("a search goes from block to block of runs, newest first, page by page", async () => {
  await publish(text("many"));
  await publish(text("other"));
  const run = await start("many", { trigger_ref: "first" });
  const other = await start("other", { trigger_ref: "first" });
  // Copies of both, over three blocks of 4,096 ids; every thousandth holds the word.
  await owner`ALTER TABLE runs DISABLE TRIGGER USER`;
  await owner`
    INSERT INTO runs (tenant_id, workspace_id, workflow_id, workflow_version_id, trigger_type, trigger_ref, inputs_json,
      inputs_hash, started_by_label, writes_max, deadline_at)
    SELECT r.tenant_id, r.workspace_id, r.workflow_id, r.workflow_version_id, 'webhook',
      'order_closed/' || CASE WHEN n % 1000 = 0 THEN 'ZebraÉ' ELSE 'x' END || n, '{}', 'x', 'Pat', 0, r.deadline_at
    FROM generate_series(1, 10000) n
    JOIN runs r ON r.id = CASE WHEN n % 2000 = 0 THEN ${other.id}::bigint ELSE ${run.id}::bigint END`;
  await owner`ALTER TABLE runs ENABLE TRIGGER USER`;
  const rows = await owner<{ id: number; workflow_id: number }[]>`
    SELECT id, workflow_id FROM runs WHERE trigger_ref LIKE '%Zebra%' ORDER BY id DESC`;
  expect(rows).toHaveLength(10);
  const paged: number[] = [];
  let cursor: number | undefined;
  do {
    const page = await readRuns(approver, { limit: 3, q: "zebraé", ...(cursor ? { cursor } : {}) }, gateway);
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(rows.map(({ id }) => id));
  const ofOther = rows.filter(({ workflow_id: id }) => id === other.workflow_id).map(({ id }) => id);
  expect(ofOther).toHaveLength(5);
  expect(await found({ q: "ZEBRA", workflow: "other" })).toEqual(ofOther);
  expect(await found({ q: "zebra", workflow: "nobody" })).toEqual([]);
  expect(await found({ q: "zebra", status: ["succeeded"] })).toEqual([]);
  expect(await found({ q: "zebra", trigger_type: "api" })).toEqual([]);
  // Two characters: among the newest alone, which these all are.
  expect((await found({ q: "ze" })).slice(0, 10)).toEqual(rows.map(({ id }) => id));
  expect(await found({ q: "order_closed/ze%" })).toEqual([]);
});
