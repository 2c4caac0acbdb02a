import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "@/db/client";
import { linesOf } from "@/lib/gateway/reseal/report-words";
import { checkKeys, resealAll } from "@/lib/gateway/reseal/reseal";
import { newKey, useKeys } from "@/lib/gateway/reseal/testing/secret-keys";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { rerun } from "./rerun";

/** A change of COUNTERSIGN_SECRET_KEY while runs are under way. */

// The keys change while the tests run; a process reads its environment once.
vi.mock("@/lib/env", async (load) => {
  const env = await load<typeof import("@/lib/env")>();
  return { ...env, getEnv: () => env.parseEnv(process.env) };
});

const [former, fresh] = [newKey(), newKey()];
const keys = { current: fresh, previous: former };
useKeys(former);
const runs = await useRuns();
const { world, approver, publish, start, workOff, look, letWaitEnd } = runs;
const database = openDatabase(world.db.urls.owner, { poolMax: 2 });
afterAll(() => database.end());
beforeEach(() => useKeys(former));

const source = (name: string) => `workflow: ${name}
steps:
  - { id: each, for: "\${{ [1, 2] }}", max: 2, tool: transform, with: { value: "\${{ item }}" } }
  - { id: pause, wait: 1h }
  - { id: sum, tool: transform, with: { value: "\${{ size(steps.each.outputs) }}" } }`;

test("a run that is under way goes on while both keys are set, and is counted as one that needs the former", async () => {
  await publish(source("rotates"));
  const { id } = await start("rotates");
  await workOff();
  useKeys(fresh, former);
  await resealAll({ database, keys });
  const report = await checkKeys({ database, keys });
  expect(report).toMatchObject({ runs: 1, runNames: [expect.stringMatching(new RegExp(`^${id} of `))] });
  expect(report.left).toBeGreaterThan(0);
  expect(linesOf(report)).toContain("1 open run under the previous key: let it end, or cancel it.");
  await letWaitEnd(id, "pause");
  await workOff();
  expect(await look(id)).toMatchObject({ status: "succeeded" });
  const later = await start("rotates", { trigger_ref: "later" });
  expect((await checkKeys({ database, keys })).runs).toBe(0);
  useKeys(fresh);
  await workOff();
  await letWaitEnd(later.id, "pause");
  await workOff();
  expect(await look(later.id)).toMatchObject({ status: "succeeded" });
  await resealAll({ database, keys: { current: former, previous: fresh } });
});

test("without the key that a run was begun under it does nothing more, and is not gone on from", async () => {
  await publish(source("voided"));
  const { id } = await start("voided");
  await workOff();
  await letWaitEnd(id, "pause");
  useKeys(fresh, former);
  await resealAll({ database, keys });
  useKeys(fresh);
  await workOff();
  const run = await look(id);
  expect(stepsOf(run)).toEqual([
    "each:succeeded",
    "each.0:succeeded",
    "each.1:succeeded",
    "pause:failed_terminal",
    "sum:cancelled",
  ]);
  expect(run.steps[3]!.last_error).toMatchObject({ code: "unproven" });
  await expect(rerun(approver, id, runs.gateway)).rejects.toMatchObject({ code: "unproven" });
});
