import { expect, test } from "vitest";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { readRuns } from "./read-runs";
import { startRun } from "./start-run";

const { world, gateway, admin, approver, agent, publish, start, workOff } = await useRuns();

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
