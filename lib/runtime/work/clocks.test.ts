import { afterEach, describe, expect, test } from "vitest";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { releaseEverySwitch } from "@/lib/gateway/testing/release-every-switch";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** An app server whose clock differs from that of the database. */

let skewMs = 0;
const runs = await useRuns({ gateway: { clock: { now: () => new Date(Date.now() + skewMs) } } });
const { owner, gateway, admin, publish, start, look, letTimeCome, letWaitEnd } = runs;
afterEach(() => releaseEverySwitch(owner));

/** A worker that goes round and round would take all of the time. */
const workOff = () => runs.workOff({ forMs: 5_000 });
const rowOf = async (runId: number) =>
  (
    await owner<{ attempt: number; status: string; due: number }[]>`
      SELECT attempt, status, extract(epoch FROM next_eligible_at - clock_timestamp())::float8 AS due
      FROM steps WHERE run_id = ${runId}`
  )[0]!;

describe.each([
  ["two minutes behind", -120_000],
  ["two minutes ahead", 120_000],
])("a server whose clock is %s", (what, ms) => {
  const nameFor = (part: string) => `${part}-${what.replaceAll(" ", "-")}`;

  test("has a step wait as long as its text says, and leases it once when its time has come", async () => {
    skewMs = ms;
    await publish(`workflow: ${nameFor("waits")}\nsteps: [{ id: hi, wait: 90s }]`);
    const { id } = await start(nameFor("waits"));
    await workOff();
    const waiting = await rowOf(id);
    expect(waiting).toMatchObject({ attempt: 1, status: "ready" });
    expect(waiting.due).toBeGreaterThan(60);
    expect(waiting.due).toBeLessThanOrEqual(90);
    // Somebody wakes it too early: it goes on waiting.
    await letTimeCome(id);
    await workOff();
    expect(await rowOf(id)).toMatchObject({ attempt: 2, status: "ready" });
    await letWaitEnd(id, "hi");
    await workOff();
    expect(await rowOf(id)).toMatchObject({ attempt: 3, status: "succeeded" });
  });

  test("leases a step that a switch halts once, and then when it is to look again", async () => {
    skewMs = ms;
    await publish(`workflow: ${nameFor("halted")}
limits: { writes: 1 }
steps: [{ id: hi, tool: http.request, with: { method: POST, url: "https://prices.example/" } }]`);
    await flipSwitch(owner, admin, { name: "proposed_apply", engaged: true, reason: "why" }, gateway);
    const { id } = await start(nameFor("halted"));
    await workOff();
    const halted = await rowOf(id);
    expect(halted).toMatchObject({ attempt: 1, status: "ready" });
    expect(halted.due).toBeGreaterThan(0);
    expect(halted.due).toBeLessThanOrEqual(15);
    expect((await look(id)).steps[0]!.last_error?.code).toBe("halted");
  });
});
