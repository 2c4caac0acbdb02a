import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** The stored attempts of a step. */

const runs = await useRuns();
const { world, gateway, owner, viewer, publish, start, workOff, look, letTimeCome, tenantId } = runs;
const { database } = gateway;

const attemptsOf = async (runId: number, by = world.approver) => (await look(runId, by)).steps[0]!.attempts;

test("a step that is tried again keeps what became of each attempt, with its error and when the next one could begin", async () => {
  await publish(`workflow: stumbles
inputs: { type: object, properties: { n: { type: integer } } }
steps:
  - { id: hi, tool: netsuite.read, with: { action_type: ar_note, entity_type: customer, entity_ref: Nobody }, retry: { attempts: 3 } }`);
  const { netsuite } = gateway;
  gateway.netsuite = {
    ...netsuite,
    read: () => Promise.reject(new Error("the account is away")),
  } as typeof netsuite;
  const { id } = await start("stumbles", { inputs: { n: 7 } });
  for (let tries = 0; tries < 3; tries += 1) {
    await workOff();
    await letTimeCome(id);
    await workOff();
  }
  gateway.netsuite = netsuite;
  const run = await look(id);
  const [step] = run.steps;
  expect(step).toMatchObject({ status: "failed_terminal", attempt: 3 });
  const failed = { error: { code: step!.last_error!.code, message: step!.last_error!.message } };
  expect(step!.attempts).toMatchObject([
    { attempt: 1, outcome: "failed_retryable", ...failed },
    { attempt: 2, outcome: "failed_retryable", ...failed },
    { attempt: 3, outcome: "failed_terminal", ...failed, next_eligible_at: null },
  ]);
  const [first, second] = step!.attempts;
  expect(first!.started_at).toBe(step!.started_at);
  expect(Date.parse(first!.ended_at)).toBeGreaterThanOrEqual(Date.parse(first!.started_at!));
  expect(Date.parse(first!.next_eligible_at!) - Date.parse(first!.ended_at)).toBeGreaterThan(4_000);
  expect(Date.parse(second!.started_at!)).toBeGreaterThanOrEqual(Date.parse(first!.ended_at));
  expect(run.inputs).toEqual({ n: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // A viewer sees that it failed and not what went wrong, and no hash, since values can be tried.
  await owner`UPDATE content_settings SET viewers_see_content = false WHERE tenant_id = ${tenantId}`.catch(
    () => {},
  );
  expect((await attemptsOf(id, viewer)).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test("an attempt whose worker went away, and one that waits, are attempts; a first one that succeeds leaves no row", async () => {
  await publish("workflow: plain\nsteps: [{ id: hi, tool: transform, with: { value: 1 } }]");
  await publish("workflow: naps\nsteps: [{ id: hi, wait: 1h }]");
  const [plain, naps] = [await start("plain"), await start("naps")];
  await workOff();
  expect(await attemptsOf(plain.id)).toEqual([]);
  expect(await attemptsOf(naps.id)).toMatchObject([
    { attempt: 1, outcome: "ready", error: null, next_eligible_at: expect.any(String) },
  ]);

  const gone = await start("plain");
  expect(await leaseSteps(database, { owner: "worker-that-dies", count: 1, seconds: 30 })).toHaveLength(1);
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE run_id = ${gone.id}`;
  await rescueSteps(database, [0], 10);
  await workOff();
  expect(await attemptsOf(gone.id)).toMatchObject([
    { attempt: 1, outcome: "lease_lost", worker: "worker-that-dies", error: { code: "lease_lost" } },
    { attempt: 2, outcome: "succeeded", error: null, next_eligible_at: null },
  ]);
});

test("nobody who has the app's role makes a history up or changes it, and the ledger holds beside it", async () => {
  const asApp = (statement: string) =>
    inTenant(database, tenantId, (tx) => tx.execute(sql.raw(statement))).then(
      () => "done",
      (error: unknown) => String((error as { cause?: unknown }).cause ?? error),
    );
  expect(
    await asApp(`INSERT INTO step_attempts (tenant_id, run_id, step_id, attempt, worker, outcome)
      SELECT tenant_id, run_id, id, 9, 'me', 'succeeded' FROM steps LIMIT 1`),
  ).toMatch(/permission denied/);
  expect(await asApp("UPDATE step_attempts SET error_message = 'x'")).toMatch(/permission denied/);
  expect(await asApp("DELETE FROM step_attempts")).toMatch(/permission denied/);
  expect(await asApp("UPDATE steps SET leased_at = clock_timestamp()")).toMatch(/permission denied/);
  await amendmentsOf(world).expectIntact();
});
