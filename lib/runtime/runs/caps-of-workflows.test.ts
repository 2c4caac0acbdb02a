import { expect, test } from "vitest";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { withdrawWorkflow } from "@/lib/runtime/versions/publish-version";
import { readCaps } from "./caps";

const { gateway, admin, viewer, publish, start } = await useRuns();

test("caps name the workflows in force that limit themselves, with the runs that each began within a minute", async () => {
  const before = await readCaps(viewer, gateway);
  const text = (name: string, limits: string) =>
    `workflow: ${name}\n${limits}\nsteps: [{ id: hi, wait: 1h }]`;
  await publish(text("narrow", "limits: { concurrency: 2, runs_per_minute: 5 }"));
  await publish(text("free", "limits: { deadline: 2d }"));
  const gone = await publish(text("gone", "limits: { concurrency: 1 }"));
  await withdrawWorkflow(admin, { id: gone.id, note: "Off", base_publication: 1 }, gateway);
  await start("narrow");
  await start("narrow");
  await start("free");
  const caps = await readCaps(viewer, gateway);
  expect(caps.runs_last_minute - before.runs_last_minute).toBe(3);
  expect(caps.workflows).toEqual([
    {
      id: expect.any(Number),
      name: "narrow",
      max_concurrency: 2,
      running: 0,
      max_runs_per_min: 5,
      runs_last_minute: 2,
      max_writes_per_run: null,
    },
  ]);
});
