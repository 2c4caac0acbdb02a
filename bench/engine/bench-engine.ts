import { bareCaller, callsInFlightMax, seedWaitingRuns } from "@countersign/inngest-engine/testing";
import getPort from "get-port";
import postgres from "postgres";
import { withOwnPostgres } from "../own-postgres";
import { median, percentile, report } from "../report";
import { bareCallsPerSecond, runsPerSecond, timeBareCalls, timeSends } from "./measures";
import type { AppProcess, EngineProcess } from "./processes";
import { signingKey, startApp, startEngineProcess } from "./processes";

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

interface Setting {
  app: AppProcess;
  empty: EngineProcess;
  full: EngineProcess;
}

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
      for (const part of Object.values(setting)) (part as AppProcess | EngineProcess).stop();
    }
  });
}

async function start(serverUrl: string): Promise<Setting> {
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
type Measured = Record<(typeof measures)[number], number[][]> & Record<(typeof rates)[number], number[]>;

async function measureRounds({ app, empty, full }: Setting): Promise<Measured> {
  const measured = Object.fromEntries(
    [...measures, ...rates].map((name) => [name, []]),
  ) as unknown as Measured;
  const bare = bareCaller(app.url, signingKey);
  // The first round warms everything up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const one = {
      bareMs: await timeBareCalls(bare.call, timedPerRound),
      sendMs: await timeSends(empty.client, app, timedPerRound),
      emptySendMs: await timeSends(empty.client, app, timedPerRound),
      fullSendMs: await timeSends(full.client, app, timedPerRound),
      barePerSecond: await bareCallsPerSecond(bare.call, callsPerRound, callsInFlightMax),
      plainPerSecond: await runsPerSecond(empty, app, "bench/plain", callsPerRound),
      threePerSecond: await runsPerSecond(empty, app, "bench/three", threeStepRunsPerRound),
    };
    console.log(`round ${round} of ${rounds}${round === 0 ? " (warm-up)" : ""}`);
    if (round === 0) continue;
    for (const name of measures) measured[name].push(one[name]);
    for (const name of rates) measured[name].push(one[name]);
  }
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
  const p50 = (name: (typeof measures)[number]): number[] => measured[name].map((values) => median(values));
  const ratios = (above: number[], below: number[]): number[] =>
    above.map((value, at) => value / (below[at] ?? 1));
  const [first, last] = [memory[0], memory.at(-1)];
  const judged = [
    atMost("send → body p50 : bare call p50", ratios(p50("sendMs"), p50("bareMs")), targets.latency),
    atLeast(
      "runs without steps /s : bare calls /s",
      ratios(measured.plainPerSecond, measured.barePerSecond),
      targets.plainRuns,
    ),
    atLeast(
      "runs of three steps /s : bare calls /s",
      ratios(measured.threePerSecond, measured.barePerSecond),
      targets.threeStepRuns,
    ),
    atMost(
      `send → body p50 with ${waitingRuns} waiting : with none`,
      ratios(p50("fullSendMs"), p50("emptySendMs")),
      targets.latencyWhileMuchWaits,
    ),
    atMost(
      "RSS at the end : after the first 10,000 runs",
      [(last?.rssMb ?? 0) / (first?.rssMb ?? 1)],
      targets.memory,
    ),
  ];
  console.table(memory);
  console.table([
    ...measures.map((name) => ({
      what: name,
      p50: round2(median(measured[name].flat())),
      p95: round2(percentile(measured[name].flat(), 0.95)),
    })),
    ...rates.map((name) => ({ what: name, p50: Math.round(median(measured[name])) })),
  ]);
  await report("engine", {
    rows: judged,
    summary: `the engine beside bare signed calls, medians of ${rounds} rounds`,
    holds: judged.every(({ holds }) => holds),
    measured,
    memory,
  });
}

function atMost(what: string, values: number[], target: number) {
  const reached = median(values);
  return {
    what,
    median: round2(reached),
    best: round2(Math.min(...values)),
    worst: round2(Math.max(...values)),
    target: `≤ ${target}`,
    holds: reached <= target,
  };
}

function atLeast(what: string, values: number[], target: number) {
  const reached = median(values);
  return {
    what,
    median: round2(reached),
    best: round2(Math.max(...values)),
    worst: round2(Math.min(...values)),
    target: `≥ ${target}`,
    holds: reached >= target,
  };
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
