import {
  bareCaller,
  callsInFlightMax,
  seedWaitingRuns,
  signingKey,
} from "@countersign/inngest-engine/testing";
import getPort from "get-port";
import postgres from "postgres";
import { withOwnPostgres } from "../own-postgres";
import { inRounds, median, percentile, report } from "../report";
import { bareCallsPerSecond, runsPerSecond, timeBareCalls, timeSends } from "./measures";
import { type EngineProcess, startApp, startEngineProcess } from "./processes";

const rounds = count("BENCH_ROUNDS", 7);
const timedPerRound = 100;
const callsPerRound = 1_000;
const threeStepRunsPerRound = 400;
const waitingRuns = 100_000;
const memoryRuns = count("BENCH_MEMORY_RUNS", 50_000);
const memorySampleRuns = 10_000;

const targets = {
  latency: 4,
  plainRuns: 0.4,
  threeStepRuns: 0.2,
  latencyWhileMuchWaits: 1.3,
  memory: 1.2,
};

type Setting = Awaited<ReturnType<typeof start>>;

/**
 * The engine beside bare signed calls of the same functions, in interleaved rounds: latency, throughput, latency with
 * 100,000 runs waiting, memory over many runs. App, engines and callers are processes of their own on one machine, and
 * figures are ratios, because what else the machine does slows both sides.
 */
export async function benchEngine(): Promise<void> {
  await withOwnPostgres(async (serverUrl) => {
    const setting = await start(serverUrl);
    try {
      const measured = await measureRounds(setting);
      const memory = await measureMemory(setting);
      await tellAll(measured, memory);
    } finally {
      for (const part of Object.values(setting)) part.stop();
    }
  });
}

async function start(serverUrl: string) {
  const [emptyUrl, fullUrl] = [
    await createDatabase(serverUrl, "empty"),
    await createDatabase(serverUrl, "full"),
  ];
  const [emptyPort, fullPort] = [await getPort(), await getPort()];
  const app = await startApp(`http://127.0.0.1:${emptyPort}`);
  const engine = (port: number, databaseUrl: string): Promise<EngineProcess> =>
    startEngineProcess({ port, databaseUrl, appUrl: app.url });
  const flags = process.env.BENCH_ENGINE_FLAGS?.split(" ").filter(Boolean) ?? [];
  const empty = await startEngineProcess({ port: emptyPort, databaseUrl: emptyUrl, appUrl: app.url, flags });
  const preparing = await engine(fullPort, fullUrl);
  preparing.stop();
  await seedWaitingRuns(fullUrl, waitingRuns);
  return { app, empty, full: await engine(await getPort(), fullUrl) };
}

const measures = ["bareMs", "sendMs", "emptySendMs", "fullSendMs"] as const;
const rates = ["barePerSecond", "plainPerSecond", "threePerSecond"] as const;
type Measured = Awaited<ReturnType<typeof measureRounds>>;

async function measureRounds({ app, empty, full }: Setting) {
  const bare = bareCaller(app.url, signingKey);
  const measured = await inRounds(rounds, async () => ({
    bareMs: await timeBareCalls(bare.call, timedPerRound),
    sendMs: await timeSends(empty.client, app, timedPerRound),
    emptySendMs: await timeSends(empty.client, app, timedPerRound),
    fullSendMs: await timeSends(full.client, app, timedPerRound),
    barePerSecond: await bareCallsPerSecond(bare.call, callsPerRound, callsInFlightMax),
    plainPerSecond: await runsPerSecond(empty, app, "bench/plain", callsPerRound),
    threePerSecond: await runsPerSecond(empty, app, "bench/three", threeStepRunsPerRound),
  }));
  bare.close();
  return measured;
}

interface MemorySample {
  runs: number;
  rssMb: number;
  heapMb: number;
}

async function measureMemory({ app, empty }: Setting): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  for (let runs = memorySampleRuns; runs <= memoryRuns; runs += memorySampleRuns) {
    await runsPerSecond(empty, app, "bench/plain", memorySampleRuns);
    const { rss, heapUsed } = await empty.memory();
    samples.push({ runs, rssMb: Math.round(rss / 2 ** 20), heapMb: Math.round(heapUsed / 2 ** 20) });
  }
  return samples;
}

async function tellAll(measured: Measured, memory: MemorySample[]): Promise<void> {
  const p50s = (above: (typeof measures)[number], below: (typeof measures)[number]) =>
    measured.map((one) => median(one[above]) / median(one[below]));
  const perBareCall = (rate: (typeof rates)[number]) => measured.map((one) => one[rate] / one.barePerSecond);
  const rss = (memory.at(-1)?.rssMb ?? 0) / (memory[0]?.rssMb ?? 1);
  const whileMuchWaits = `send → body p50 with ${waitingRuns} waiting : with none`;
  const judged = [
    judge("send → body p50 : bare call p50", p50s("sendMs", "bareMs"), "≤", targets.latency),
    judge("runs without steps /s : bare calls /s", perBareCall("plainPerSecond"), "≥", targets.plainRuns),
    judge(
      "runs of three steps /s : bare calls /s",
      perBareCall("threePerSecond"),
      "≥",
      targets.threeStepRuns,
    ),
    judge(whileMuchWaits, p50s("fullSendMs", "emptySendMs"), "≤", targets.latencyWhileMuchWaits),
    judge("RSS at the end : after the first 10,000 runs", [rss], "≤", targets.memory),
  ];
  console.table(memory);
  console.table([
    ...measures.map((what) => {
      const values = measured.flatMap((one) => one[what]);
      return { what, p50: round2(median(values)), p95: round2(percentile(values, 0.95)) };
    }),
    ...rates.map((what) => ({ what, p50: Math.round(median(measured.map((one) => one[what]))) })),
  ]);
  await report("engine", {
    rows: judged,
    summary: `the engine beside bare signed calls, medians of ${rounds} rounds`,
    holds: judged.every(({ holds }) => holds),
    measured,
    memory,
  });
}

function judge(what: string, values: number[], side: "≤" | "≥", target: number) {
  const reached = median(values);
  const [least, most] = [round2(Math.min(...values)), round2(Math.max(...values))];
  const [best, worst, holds] =
    side === "≤" ? [least, most, reached <= target] : [most, least, reached >= target];
  return { what, median: round2(reached), best, worst, target: `${side} ${target}`, holds };
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database bench_${name}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = `/bench_${name}`;
  return url.href;
}

function count(variable: string, fallback: number): number {
  return Number(process.env[variable] ?? fallback);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
