import { describe, expect, test } from "vitest";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { leaveLeaseBehind, proposeAndApprove, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { triggerEventOf } from "@/lib/core/run/trigger-events";
import { rerun } from "@/lib/runtime/runs/rerun";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { type EventSubject, beginForEvent } from "./events";

/** Which runs the end of a push, and the end of another run, begins. */

const runs = await useRuns();
const { owner, gateway, approver, admin, tenantId, publish, start, workOff, look, world } = runs;
const one = "steps: [{ id: hi, tool: transform, with: { value: 1 } }]";

/** Waits for an event, and keeps all that it says. */
const follower = (name: string, event: string, steps = one) => `workflow: ${name}
on: { event: ${event}, inputs: { said: "\${{ event }}" } }
inputs: { type: object, required: [said], properties: { said: { type: object } } }
limits: { writes: 1 }
${steps}`;
const runsOf = (workflow: string) =>
  owner<{ id: number; said: Record<string, unknown>; label: string }[]>`
    SELECT r.id, r.inputs_json -> 'said' AS said, r.started_by_label AS label FROM runs r
    JOIN workflows f ON f.id = r.workflow_id WHERE f.name = ${workflow} ORDER BY r.id`;

interface Announced {
  event_name: string;
  body_json: { push_id: number; attempt: number } | { run_id: number };
}
/** The ends that the outbox holds, of pushes or of runs, since the row of this id. */
const announced = (prefix: "ns-push" | "run") =>
  owner<Announced[]>`
    SELECT event_name, body_json FROM outbox WHERE event_name ~ ${`^${prefix}\\.(applied|stale|dead|succeeded|failed|cancelled)$`}
    ORDER BY id`;
const subjectOf = (body: Announced["body_json"]): EventSubject =>
  "run_id" in body ? body.run_id : { pushId: body.push_id, attempt: body.attempt };
/** Hands all of them to the function again, as an engine may. */
async function handOver(prefix: "ns-push" | "run"): Promise<number> {
  let begun = 0;
  for (const { event_name: name, body_json: body } of await announced(prefix))
    begun += (await beginForEvent(triggerEventOf(name), tenantId, subjectOf(body), gateway)).begun;
  return begun;
}

describe("the end of a push", () => {
  test("is told to nobody where no text waits for one", async () => {
    await proposeAndApprove(world, proposals.arNote()).then(({ id }) => workThrough(world, id));
    expect(await announced("ns-push")).toEqual([]);
  });

  test("begins a run where it was applied, found stale or given up, once for each end, with what happened", async () => {
    for (const end of ["applied", "stale", "dead"]) await publish(follower(`on-${end}`, `push.${end}`));
    const applied = await proposeAndApprove(world, proposals.arNote());
    await workThrough(world, applied.id);
    const [first, second] = [
      await proposeAndApprove(world, proposals.bidPrice()),
      await proposeAndApprove(world, proposals.bidPrice()),
    ];
    await workThrough(world, first.id);
    await workThrough(world, second.id);
    const dead = await proposeAndApprove(world, proposals.arNote());
    await world.account.fault("closed_period");
    await workThrough(world, dead.id);
    expect(await handOver("ns-push")).toBe(4);
    expect(await handOver("ns-push")).toBe(0);
    expect((await runsOf("on-applied")).map(({ said }) => said.action_id)).toEqual([applied.id, first.id]);
    expect(await runsOf("on-stale")).toMatchObject([
      { label: "push.stale", said: { id: second.pushId, action_id: second.id, status: "stale" } },
    ]);
    const said = {
      id: dead.pushId,
      name: "push.dead",
      action_id: dead.id,
      line: null,
      action_type: "ar_note",
    };
    expect(await runsOf("on-dead")).toMatchObject([{ said: { ...said, code: expect.stringMatching(/./) } }]);
    // Somebody tries again, and in vain: that is another end of the same push.
    await world.account.fault("closed_period");
    await retryPush(admin, dead.id, gateway);
    await workThrough(world, dead.id);
    expect(await handOver("ns-push")).toBe(1);
    expect((await runsOf("on-dead")).map(({ said: { id } }) => id)).toEqual([dead.pushId, dead.pushId]);
  });

  test("begins none where a run proposed the action, where the app's seal is missing, and of another push", async () => {
    await publish(`workflow: proposes\nlimits: { writes: 1 }\nsteps:\n${noteStep()}`);
    const run = await start("proposes");
    await workOff();
    const { proposed_action_id: actionId } = (await look(run.id)).steps[0]!;
    const [asked] = await owner<{ id: number; payload_hash: string }[]>`
      SELECT id, payload_hash FROM proposed_actions WHERE id = ${actionId}`;
    await world.decide(approver, asked!);
    await workThrough(world, actionId!);
    expect(await world.statusOf(actionId!)).toBe("applied");
    expect(await handOver("ns-push")).toBe(0);

    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await leaveLeaseBehind(world, pushId, 30);
    await owner`
      UPDATE ns_pending_pushes SET status = 'dead', lease_owner = NULL, lease_expires_at = NULL,
        ended_at = clock_timestamp() WHERE id = ${pushId}`;
    await owner`SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'push.dead', 'system', 'push',
      jsonb_build_object('push_id', ${pushId}::bigint, 'lease_attempt', 1, 'seal', 'x'))`;
    expect(await handOver("ns-push")).toBe(0);
    expect(await beginForEvent("push.applied", tenantId, { pushId: 999_999, attempt: 1 }, gateway)).toEqual({
      begun: 0,
    });
  });
});

describe("the end of a run", () => {
  const fails =
    "steps: [{ id: hi, tool: transform, with: { value: '${{ [1][run.id] }}' }, retry: { attempts: 1 } }]";

  test("is told to nobody where no text waits for one", async () => {
    await publish(`workflow: alone\n${one}`);
    await start("alone");
    await workOff();
    expect(await announced("run")).toEqual([]);
  });

  test("begins a run where it succeeded, failed or was cancelled, once, with what happened", async () => {
    for (const end of ["succeeded", "failed", "cancelled"])
      await publish(follower(`run-${end}`, `run.${end}`));
    await publish(`workflow: good\n${one}`);
    await publish(`workflow: bad\n${fails}`);
    await publish("workflow: long\nsteps: [{ id: hi, wait: 5d }]");
    const [good, bad, long] = [await start("good"), await start("bad"), await start("long")];
    await workOff();
    await cancelRun(approver, long.id, gateway);
    await workOff();
    expect(await handOver("run")).toBe(3);
    expect(await handOver("run")).toBe(0);
    expect(await runsOf("run-succeeded")).toMatchObject([
      {
        label: "run.succeeded",
        said: { id: good.id, workflow: "good", status: "succeeded", error_step: null },
      },
    ]);
    expect(await runsOf("run-failed")).toMatchObject([
      { said: { id: bad.id, workflow: "bad", version: 1, trigger_type: "api", error_step: "hi" } },
    ]);
    expect((await runsOf("run-cancelled")).map(({ said }) => said.id)).toEqual([long.id]);
  });

  test("begins none where an event began that run, though somebody does it again, or where another run called it", async () => {
    const before = (await runsOf("run-succeeded")).length;
    // The runs of the test before this one end as well: two that an event began, and nothing follows.
    await workOff();
    expect(await handOver("run")).toBe(0);
    await publish(follower("answers-badly", "run.cancelled", fails));
    await publish("workflow: calls\nsteps: [{ id: hi, call: good }]");
    await publish("workflow: waits\nsteps: [{ id: hi, wait: 5d }]");
    const waiting = await start("waits");
    await cancelRun(approver, waiting.id, gateway);
    await start("calls");
    await workOff();
    // Of the run that calls, and of the one that was cancelled; not of the one that was called.
    expect(await handOver("run")).toBe(1 + 2);
    await workOff();
    expect((await runsOf("run-succeeded")).length).toBe(before + 1);
    const [badly] = await runsOf("answers-badly");
    expect((await look(badly!.id)).status).toBe("failed_terminal");
    expect((await runsOf("run-failed")).length).toBe(1);
    const { run: again } = await rerun(approver, badly!.id, gateway);
    await workOff();
    expect((await look(again.id)).status).toBe("failed_terminal");
    expect(await handOver("run")).toBe(0);
  });

  test("makes whoever began that run an author of what the next one proposes", async () => {
    await publish(follower("reports", "run.cancelled", `steps:\n${noteStep({ to: "It was cancelled" })}`));
    const run = await start("long", {}, approver);
    await cancelRun(admin, run.id, gateway);
    await workOff();
    await handOver("run");
    await workOff();
    const [report] = await runsOf("reports");
    const [row] = await owner<{ authors: number[]; event_run_id: number }[]>`
      SELECT run_authors(a) AS authors, r.event_run_id FROM steps s JOIN proposed_actions a ON a.id = s.proposed_action_id
      JOIN runs r ON r.id = s.run_id WHERE r.id = ${report!.id}`;
    expect(row!.event_run_id).toBe(run.id);
    expect(row!.authors).toContain(approver.userId);
  });

  test("begins none where the app did not begin that run, or did not do its steps", async () => {
    await publish(follower("hears", "run.succeeded"));
    const [unsealed, undone] = [await start("good"), await start("good")];
    await workOff();
    await owner`ALTER TABLE runs DISABLE TRIGGER USER`;
    await owner`ALTER TABLE steps DISABLE TRIGGER USER`;
    await owner`UPDATE runs SET seal = 'x' WHERE id = ${unsealed.id}`;
    await owner`UPDATE steps SET output_seal = 'x' WHERE run_id = ${undone.id}`;
    await owner`ALTER TABLE runs ENABLE TRIGGER USER`;
    await owner`ALTER TABLE steps ENABLE TRIGGER USER`;
    for (const { id } of [unsealed, undone])
      expect(await beginForEvent("run.succeeded", tenantId, id, gateway)).toEqual({ begun: 0 });
    expect(await beginForEvent("run.failed", tenantId, undone.id, gateway)).toEqual({ begun: 0 });
    expect(await runsOf("hears")).toEqual([]);
  });
});
