import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { companyClientFor } from "@/scripts/smoke/company-client";
import { startInstallation } from "@/scripts/smoke/own-installation";
import { openBenchCompany } from "../company";
import { startApp } from "../decide/decide-over-http";
import { withOwnPostgres } from "../own-postgres";
import { inRounds, median, percentile, report } from "../report";
import { openBrowser, timeElsewhere, timeOwn } from "./screen";
import { type Watcher, openWatchers } from "./watchers";

const cardCount = 30;
const rounds = 5;
const decisionsPerRound = 400;
const clients = 8;
const watching = 200;
const idle = 2_000;
/** Below the number that one person may have open. */
const perPerson = 25;

const toldLimitMs = 10_000;
/** The shortest that one decision can be told in. */
const eventBytesMin = 70;

const targets = { elsewhereMs: 250, beyondPushMs: 400, rateRatio: 0.9, idleMb: 100 };

/**
 * What being told costs and how fast it is: a decision on somebody else's screen and one's own until it says "applied", in a real
 * browser; decisions per second with 200 streams open against none, in turns; and the app's memory with 2,000 idle ones.
 */
export async function benchLive(): Promise<void> {
  const screen = await measureScreen();
  const load = await measureLoad();
  const elsewhere = percentile(screen.elsewhereMs, 0.95);
  const beyond = percentile(screen.shownMs, 0.95);
  const ratio = median(load.rates.map(({ watched, alone }) => watched / alone));
  const row = (what: string, value: number, target: string, holds: boolean) => ({
    what,
    value,
    target,
    holds,
  });
  const rows = [
    row(
      "decision → other browser, p95 ms",
      Math.round(elsewhere),
      `≤ ${targets.elsewhereMs}`,
      elsewhere <= targets.elsewhereMs,
    ),
    row(
      "approve → applied on screen beyond hold and push, p95 ms",
      Math.round(beyond),
      `≤ ${targets.beyondPushMs}`,
      beyond <= targets.beyondPushMs,
    ),
    row("press → decided, p50 ms", Math.round(median(screen.decidedMs)), "none", true),
    row(
      `decisions / s with ${watching} watchers : without`,
      Math.round(ratio * 100) / 100,
      `≥ ${targets.rateRatio}`,
      ratio >= targets.rateRatio,
    ),
    row(
      `${idle} idle streams, MB`,
      Math.round(load.idleMb),
      `< ${targets.idleMb}`,
      load.idleMb < targets.idleMb,
    ),
  ];
  await report("live", {
    rows,
    summary: "the live inbox",
    holds: rows.every(({ holds }) => holds),
    screen,
    load,
  });
}

async function measureScreen() {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const installation = await startInstallation(folder, await freePort(), { LOG_LEVEL: "warn" });
  const client = companyClientFor(installation);
  const browser = await openBrowser(installation);
  const took = { elsewhereMs: [] as number[], decidedMs: [] as number[], shownMs: [] as number[] };
  try {
    for (let at = 0; at < cardCount; at++) {
      const { proposal } = await client.propose(2);
      await browser.openInbox(proposal.id);
      took.elsewhereMs.push(await timeElsewhere(browser.page, client, proposal));
    }
    for (let at = 0; at < cardCount; at++) {
      const { proposal } = await client.propose(2);
      const { pressedMs, shownMs } = await timeOwn(browser.page, installation.url, proposal);
      const { decided_at, applied_at } = (await client.action(proposal)).body;
      // A press that comes before the record was read waits for that reading too.
      took.decidedMs.push(Date.parse(String(decided_at)) - pressedMs);
      // The push begins when the hold ends, and ends when the write is applied.
      took.shownMs.push(shownMs - Date.parse(String(applied_at)));
    }
  } finally {
    await browser.close();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return took;
}

async function measureLoad() {
  const measured = { rates: [] as { watched: number; alone: number }[], idleMb: Number.NaN };
  await withOwnPostgres(async (url) => {
    const company = await openBenchCompany(url, (rounds + 1) * 2 * decisionsPerRound * 2);
    const tokens = await company.addWatchers(Math.ceil(idle / perPerson));
    const app = await startApp(company);
    const decide = async () =>
      1_000 / (await app.manyAtOnce(await company.takePending(decisionsPerRound), clients));
    try {
      measured.rates = await inRounds(rounds, async () => {
        const alone = await decide();
        const watchers = await openWatchers(app.url, tokens.slice(0, watching / perPerson), perPerson);
        const watched = await decide();
        await untilTold(watchers);
        for (const watcher of watchers) watcher.close();
        return { watched, alone };
      });
      measured.idleMb = await measureIdle(app, tokens);
    } finally {
      await app.stop();
      await company.close();
    }
  });
  return measured;
}

/** @throws Error where a watcher is not told of every decision. */
async function untilTold(watchers: readonly Watcher[]): Promise<void> {
  const deadline = Date.now() + toldLimitMs;
  const isTold = ({ received }: Watcher) => received() >= decisionsPerRound * eventBytesMin;
  while (!watchers.every(isTold)) {
    if (Date.now() > deadline) throw new Error("a watcher was not told of every decision");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Against the app as it is after work. Streams that the server ends meanwhile are few, since each lives for most of a minute. */
async function measureIdle(
  app: Awaited<ReturnType<typeof startApp>>,
  tokens: readonly string[],
): Promise<number> {
  const before = await residentMb(app.pid);
  const watchers = await openWatchers(app.url, tokens, perPerson);
  const with2000 = await residentMb(app.pid);
  const open = watchers.filter(({ isOpen }) => isOpen()).length;
  for (const watcher of watchers) watcher.close();
  if (open < idle) throw new Error(`only ${open} of ${idle} streams were open at the end`);
  return with2000 - before;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
