import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testCredentials } from "@/netsuite/testing/open-account";
import type { DyingOptions } from "@/lib/runtime/testing/dying/dying-worker";
import { DYING_POINTS } from "@/lib/runtime/testing/dying/points";
import { useDyingRuns } from "@/lib/runtime/testing/dying/use-dying-runs";

/**
 * A worker is killed (SIGKILL) at each point of its way, and another takes over: no effect twice, none lost, every run ends.
 * `npm run torture:workers` does it more often.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? 1);
/** A process is started and killed in each. */
const timeout = 60_000 + rounds * 30_000;
const program = fileURLToPath(new URL("../testing/dying/dying-worker.ts", import.meta.url));

const {
  world,
  owner,
  start,
  look,
  openAddresses,
  takeOver,
  workOff,
  write,
  expectWritten,
  expectOnceAndEnded,
  expectCountersHold,
  whenAsked,
} = await useDyingRuns();

function startWorker(point: string | null) {
  const options: DyingOptions = {
    databaseUrl: world.db.urls.app,
    simulatorUrl: world.account.simulator.url,
    account: testCredentials.account,
    credentials: testCredentials,
    openAddresses,
    point,
  };
  const child = spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += String(chunk)));
  return {
    child,
    ended: once(child, "exit").then(([, signal]) => ({ signal: signal as string | null, said })),
  };
}

/** Of further rounds every second write is rejected. */
const decisionOf = (round: number) => (round % 2 === 0 ? "approve" : "reject");

async function dieAt(point: string): Promise<void> {
  const { signal, said } = await startWorker(point).ended;
  expect({ signal, said }).toEqual({ signal: "SIGKILL", said: "" });
}

test.each(Object.entries(DYING_POINTS))(
  "a worker that dies %s: no effect twice, none lost, the run ends",
  { timeout },
  async (point, { afterWrite }) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await start("dies");
      if (afterWrite) {
        await workOff();
        await write(id);
      }
      await dieAt(point);
      await (afterWrite ? expectWritten(id) : expectOnceAndEnded(id, decisionOf(round)));
    }
  },
);

test("a worker that dies with a proposal which people then reject: nothing is written, and on_error follows", async () => {
  const { id } = await start("dies");
  await dieAt("with a proposal, before it settles");
  await expectOnceAndEnded(id, "reject");
});

test(
  "a worker that dies while its request is under way: no effect twice, none lost, the run ends",
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await start("dies");
      const { child, ended } = startWorker(null);
      whenAsked(() => void child.kill("SIGKILL"));
      expect((await ended).signal).toBe("SIGKILL");
      whenAsked(() => {});
      await expectOnceAndEnded(id, decisionOf(round));
    }
  },
);

/** The run with its steps and receipts, as they stand. */
const rowsOf = (runId: number) => owner`
  SELECT to_jsonb(r) AS run, (SELECT jsonb_agg(s ORDER BY s.id) FROM steps s WHERE s.run_id = r.id) AS steps,
    (SELECT jsonb_agg(t ORDER BY t.id) FROM step_receipts t WHERE t.run_id = r.id) AS receipts
  FROM runs r WHERE r.id = ${runId}`;

test(
  "a worker that stands still past its lease, and goes on after another took over, writes nothing any more",
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await start("dies");
      const { child, ended } = startWorker(null);
      await new Promise<void>((resolve) =>
        whenAsked(() => {
          child.kill("SIGSTOP");
          resolve();
        }),
      );
      whenAsked(() => {});
      await takeOver(id);
      expect((await look(id)).status).toBe("waiting_approval");
      const before = await rowsOf(id);
      child.kill("SIGCONT");
      expect(await ended).toEqual({ signal: null, said: "" });
      expect(await rowsOf(id)).toEqual(before);
      await expectOnceAndEnded(id, decisionOf(round));
    }
  },
);

test("after all of them the counters say what the rows say", expectCountersHold);
