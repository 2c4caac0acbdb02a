import { afterAll, describe, expect, test } from "vitest";
import { until } from "@countersign/inngest-engine/testing";
import { type JobsQuery, jobsQuerySchema } from "@/lib/contract/monitoring/jobs";
import type { Person } from "@/lib/core/access/principal";
import { createEngineClient } from "@/lib/engine/client";
import { cancelJob, rerunJob } from "./change-job";
import { readJob } from "./read-job";
import { readJobFunctions } from "./read-job-functions";
import { readJobs } from "./read-jobs";
import { carryWork } from "@/lib/gateway/testing/load/carried-work";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { silentEngine } from "@/lib/gateway/testing/load/silent-engine";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";

const world = await useWorld({ gateway: { holdSeconds: 0 } });
const { owner, admin, approver } = world;
const work = await carryWork(world);
afterAll(() => work.close());
const { gateway } = work;
const stranger = await (await world.addTenant()).person("Sam", "admin");

const read = (person: Person, query: Record<string, unknown> = {}) =>
  readJobs(person, jobsQuerySchema.parse(query) satisfies JobsQuery, gateway);
const whole = async (id: string, person = approver) => (await readJob(person, id, gateway)).run!;
const idsOf = async (person: Person, query: Record<string, unknown> = {}) =>
  (await read(person, query)).items.map((job) => job.id);

/** Approves a note that NetSuite refuses for good, and returns its job after it has ended. */
async function failedPush() {
  const action = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.account.fault("closed_period", { times: 1 });
  await work.send("ns-push.requested", { tenant_id: world.tenantId, push_id: action.pushId });
  const job = await until("the failed job", async () => {
    work.clock.advance(10);
    return (await read(approver, { action_id: action.id, status: "failed" })).items.at(0);
  });
  return { action, job };
}

async function sleepingJob(tenantId = world.tenantId, actionId = 4_711) {
  await work.send("hitl.approved", { tenant_id: tenantId, action_id: actionId });
  const person = tenantId === world.tenantId ? approver : stranger;
  return until("the sleeping job", async () => {
    const [job] = (await read(person, { action_id: actionId })).items;
    return job && (await whole(job.id, person)).next[0]?.kind === "sleep" && job;
  });
}

test("a failed push leads to its job, and the job to its action, its push as it stands and its dead letter", async () => {
  const { action, job } = await failedPush();
  expect(job).toMatchObject({
    function: "push-action",
    started_by: "event",
    event: { name: "ns-push.requested" },
    error: { message: "This push gave up; see its dead letter." },
    subject: {
      action_id: action.id,
      line_no: null,
      push: { id: action.pushId, status: "dead", dead_letter_id: expect.any(Number) },
    },
  });
  const detail = await whole(job.id);
  expect(detail.event_data).toEqual({ tenant_id: world.tenantId, push_id: action.pushId });
  expect(detail.calls.map((call) => [call.attempt, call.outcome])).toEqual([
    [0, "retried"],
    [1, "failed"],
  ]);
  expect(detail.calls[0]?.error).toEqual({ name: "Error", message: "Not settled yet: the lane is busy" });
  expect(JSON.stringify(detail)).not.toContain('"stack"');
});

test("a viewer sees that a job failed, without messages, outputs and reasons", async () => {
  const { action, job } = await failedPush();
  const hidden = { name: expect.any(String), message: "Its message is hidden from viewers." };
  const [listed] = (await read(world.viewer, { action_id: action.id, status: "failed" })).items;
  expect(listed).toMatchObject({ id: job.id, error: hidden });
  const detail = await whole(job.id, world.viewer);
  expect(detail).toMatchObject({ error: hidden, event_data: null, output: { shown: "withheld" } });
  expect(detail.calls.map(({ error }) => error)).toEqual([hidden, hidden]);
});

test("a roll's jobs are found by its action, whichever of its lines asked", async () => {
  await widenAssortment(world.account);
  const proposal = await proposeAndApprove(world, priceRoll(rollLines(3)));
  const pushes = await owner<{ id: number }[]>`
    SELECT id FROM ns_pending_pushes WHERE action_id = ${proposal.id} ORDER BY line_no`;
  const [first, , third] = pushes.map((push) => push.id);
  await owner`UPDATE ns_pending_pushes SET send_round = 1 WHERE id = ${third!}`;
  for (const push_id of [first!, third!])
    await work.send("ns-push.requested", { tenant_id: world.tenantId, push_id });
  const jobs = await until("both jobs", async () => {
    const { items } = await read(approver, { action_id: proposal.id });
    return items.length === 2 && items;
  });
  const lines = jobs.map((job) => job.subject?.line_no).toSorted();
  expect([jobs[0]?.subject?.action_id, lines]).toEqual([proposal.id, [1, 3]]);
});

test("a job that sleeps says until when, in its step and in what comes next", async () => {
  const job = await whole((await sleepingJob()).id);
  const wakesAt = new Date(work.clock.now() + 86_400_000).toISOString();
  expect(job.steps).toMatchObject([
    { name: "a-while", kind: "sleep", status: "sleeping", until_at: wakesAt },
  ]);
  expect(job.next).toMatchObject([{ kind: "sleep", at: wakesAt, in_flight: false }]);
});

describe("tenants", () => {
  test("see the jobs of their own events alone, in lists, by action and by id", async () => {
    const ours = await sleepingJob();
    const theirs = await sleepingJob(stranger.tenantId, 4_712);
    expect(await idsOf(stranger)).toEqual([theirs.id]);
    expect(await idsOf(admin)).not.toContain(theirs.id);
    expect(await idsOf(stranger, { action_id: 4_711 })).toEqual([]);
    await expectRefusal(readJob(stranger, ours.id, gateway), "not_found");
    for (const change of [rerunJob, cancelJob])
      await expectRefusal(change(stranger, { jobId: ours.id, reason: "Mine?" }, gateway), "not_found");
    expect((await whole(ours.id)).status).toBe("running");
    const figures = (await readJobFunctions(stranger, gateway)).functions;
    expect(figures.find((entry) => entry.name === "watch-customer-health")?.last_day.running).toBe(1);
    expect(figures.find((entry) => entry.name === "push-action")?.last_day.failed).toBe(0);
  });

  test("see scheduled jobs, and of these neither what they returned nor words that may be another's", async () => {
    work.clock.advance(60_000);
    const scheduled = await until("the ticks", async () => {
      const { items } = await read(stranger, { started_by: "clock" });
      return items.filter((job) => job.status !== "running").length >= 3 && items;
    });
    const of = (name: string) => scheduled.find((job) => job.function === name)!;
    expect(of("rescue-leases")).toMatchObject({ status: "completed", cron: "* * * * *", subject: null });
    const counted = await whole(of("rescue-leases").id, stranger);
    expect(counted.output).toEqual({ shown: "withheld", value: null });
    const framed = of("expire-actions");
    expect(framed.error?.message).toBe(
      `expire-actions broke off; the log says why under expire-actions-${framed.id}`,
    );
    const raw = of("dispatch-outbox");
    expect(raw.error?.message).toBe(`Its message is only in the log, under dispatch-outbox-${raw.id}.`);
    expect(JSON.stringify([counted, await whole(raw.id, stranger), scheduled])).not.toMatch(
      /some company|770077077/,
    );
    expect((await read(stranger, { started_by: "event" })).items.every((job) => job.cron === null)).toBe(
      true,
    );
  });

  test("change no scheduled job", async () => {
    const [job] = (await read(admin, { started_by: "clock", status: "completed" })).items;
    expect((await whole(job!.id, admin)).may).toEqual({ rerun: false, cancel: false });
    await expectRefusal(rerunJob(admin, { jobId: job!.id, reason: "Once more" }, gateway), "not_allowed");
  });
});

test("pages of both kinds of start go on where the last one ended, and meet every job once", async () => {
  const all = await idsOf(approver, { limit: 100 });
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await read(approver, { limit: 2, ...(cursor ? { cursor } : {}) });
    ids.push(...page.items.map((job) => job.id));
    cursor = page.next_cursor;
  }
  expect(ids).toEqual(all);
  expect(new Set((await read(approver, { limit: 100 })).items.map((job) => job.started_by)).size).toBe(2);
});

test("functions say what starts them, how their last day was, and when the clock starts them next", async () => {
  const { functions, problem, refused } = await readJobFunctions(approver, gateway);
  expect([problem, refused]).toEqual([null, []]);
  expect(functions.find((entry) => entry.name === "push-action")).toMatchObject({
    registered: true,
    events: ["ns-push.requested"],
    attempts_max: 2,
    last_day: { failed: 2 },
  });
  expect(functions.find((entry) => entry.name === "expire-actions")).toMatchObject({
    crons: ["* * * * *"],
    next_tick_at: expect.stringMatching(/:00\.000Z$/),
  });
});

describe("an administrator", () => {
  const eventsOf = async (jobId: string) => {
    const rows = await owner`
      SELECT event_type FROM events
      WHERE entity_type = 'inngest_run' AND body_text::jsonb #>> '{details,run_id}' = ${jobId} ORDER BY seq`;
    return rows.map((row) => row.event_type);
  };

  test("runs a failed push again: its row decides that nothing is written, and the ledger names the person and the reason", async () => {
    const { action, job } = await failedPush();
    const { run_id: again } = await rerunJob(admin, { jobId: job.id, reason: "What now?" }, gateway);
    const ended = await until("the re-run's end", async () => {
      work.clock.advance(10);
      const detail = await whole(again);
      return detail.status !== "running" && detail;
    });
    expect(ended).toMatchObject({ rerun_of: job.id, event: { id: job.event.id }, status: "completed" });
    expect(await world.pushOf(action.id)).toMatchObject({ status: "dead" });
    expect((await whole(job.id)).reruns).toEqual([again]);
    expect(await idsOf(approver, { action_id: action.id })).toEqual([again, job.id]);
    expect(await eventsOf(job.id)).toEqual(["job.rerun_requested", "job.rerun_started"]);
    expect((await whole(job.id)).history).toMatchObject([
      { type: "job.rerun_requested", actor: "Adam", reason: "What now?", other_run_id: null },
      { type: "job.rerun_started", actor: "Adam", other_run_id: again },
    ]);
    expect((await whole(again)).history).toMatchObject([{ other_run_id: job.id }]);
    expect((await verifyLedger(admin, { mode: "full" }, world.gateway)).intact).toBe(true);
  });

  test("cancels a job that waits, once, and cannot run again what has not ended", async () => {
    const job = await sleepingJob(world.tenantId, 4_714);
    const change = { jobId: job.id, reason: "Not needed" };
    await expectRefusal(rerunJob(admin, change, gateway), "run_is_running");
    expect(await cancelJob(admin, change, gateway)).toEqual({ run_id: job.id });
    expect(await whole(job.id, admin)).toMatchObject({
      status: "cancelled",
      next: [],
      may: { rerun: true, cancel: false },
    });
    await expectRefusal(cancelJob(admin, change, gateway), "run_has_ended");
    expect(await eventsOf(job.id)).toEqual(["job.cancel_requested", "job.cancelled"]);
  });

  test("is refused where the engine ended the job first or did not answer, and the ledger says so too", async () => {
    const job = await sleepingJob(world.tenantId, 4_715);
    const change = { jobId: job.id, reason: "Too late" };
    const refusing = { ...work.engineClient, cancel: async () => ({ outcome: "refused" as const }) };
    await expectRefusal(cancelJob(admin, change, { ...gateway, engine: refusing }), "run_has_ended");
    const silent = { ...work.engineClient, cancel: createEngineClient(silentEngine).cancel };
    await expectRefusal(cancelJob(admin, change, { ...gateway, engine: silent }), "unavailable");
    const wish = "job.cancel_requested";
    expect(await eventsOf(job.id)).toEqual([wish, "job.cancel_refused", wish, "job.cancel_unanswered"]);
  });

  test("with another signing key changes nothing", async () => {
    const job = await sleepingJob(world.tenantId, 4_716);
    const engine = createEngineClient({ ...silentEngine, baseUrl: work.engine.url });
    const change = { jobId: job.id, reason: "Forged" };
    await expectRefusal(cancelJob(admin, change, { ...gateway, engine }), "unavailable");
    expect((await whole(job.id)).status).toBe("running");
  });
});

describe("people who are no administrators", () => {
  test("look at everything and change nothing", async () => {
    const job = await sleepingJob(world.tenantId, 4_713);
    for (const person of [world.viewer, world.approver]) {
      expect((await whole(job.id, person)).may).toEqual({ rerun: false, cancel: false });
      await expectRefusal(cancelJob(person, { jobId: job.id, reason: "No" }, gateway), "not_allowed");
    }
    expect((await whole(job.id, admin)).may).toEqual({ rerun: false, cancel: true });
  });
});
