import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { companyOf } from "@/lib/gateway/access/found-company";
import { freePort } from "@/scripts/local/free-port";
import { writePrivate } from "@/scripts/local/local-state";
import { openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import { SESSION_COOKIE, proveSessions, signInOver } from "@/scripts/smoke/signed-in";
import { percentile, report } from "../report";
import { type Flood, flood } from "./flood";
import { type Honest, keepProposing } from "./honest";
import { type PageTimes, keepReading } from "./pages";

const honestAgents = 10;
const phaseSeconds = 60;
/** Quiet and flooded minutes in turns: the slowest hundredth of one minute is the third slowest of its proposals, and chance. */
const rounds = 3;
const floodRequests = 10_000;
const targets = { agentsP99: 2, pagesP95: 1.5 };

/**
 * One agent sends ten thousand proposals in a minute. Measures the delay for ten honest agents and for the people at their pages,
 * against quiet minutes of the same installation. Checks that the flood is refused as the contract says and that no honest
 * proposal is lost.
 */
export async function benchFlood(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  // This process makes agents' keys, which are valid under its own secret key alone.
  await writePrivate(path.join(folder, "secrets.json"), { storageKey: process.env.COUNTERSIGN_SECRET_KEY });
  const installation = await startInstallation(folder, await freePort(), { LOG_LEVEL: "warn" });
  const owner = await openOwnerOf(installation);
  try {
    const [tenant] = await owner<{ tenantId: number; slug: string; name: string }[]>`
      SELECT id AS "tenantId", slug, name FROM tenants WHERE slug = 'greenfield'`;
    const company = companyOf(owner, tenant!);
    const addAgent = (name: string) => company.addAgent({ name });
    const honest = await Promise.all(
      Array.from({ length: honestAgents }, (_, at) => addAgent(`honest-${at + 1}`)),
    );
    const flooders = await Promise.all(
      Array.from({ length: rounds }, (_, at) => addAgent(`flooder-${at + 1}`)),
    );
    const keys = honest.map(({ key }) => key);
    const approver = installation.users.find(({ role }) => role === "approver")!;
    const cookie = `${SESSION_COOKIE}=${await signInOver(installation.url, approver)}`;
    await proveSessions(owner, approver.email);
    const scene = { url: installation.url, keys, cookie, approverToken: approver.token };
    await phase(scene, 10);
    const quiet: Phase[] = [];
    const flooded: FloodedPhase[] = [];
    for (const { key } of flooders) {
      console.log("a quiet minute");
      quiet.push(await phase(scene, phaseSeconds));
      console.log("the same with a flood");
      flooded.push(await floodedPhase(scene, key));
    }
    const ids = flooders.map(({ agent }) => agent.agentId);
    const rows = await owner<{ stored: number }[]>`
      SELECT count(*)::int AS stored FROM proposed_actions WHERE agent_id = ANY(${ids})`;
    await tell(quiet, flooded, rows[0]!.stored);
  } finally {
    await owner.end();
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Phase {
  honest: Honest;
  pages: PageTimes;
}

interface FloodedPhase extends Phase {
  flood: Flood;
}

interface Scene {
  url: string;
  /** Proposals of the honest agents. */
  keys: readonly string[];
  cookie: string;
  approverToken: string;
}

async function phase(scene: Scene, seconds: number): Promise<Phase> {
  const until = Date.now() + seconds * 1_000;
  const [honest, pages] = await Promise.all([
    keepProposing({ ...scene, until }),
    keepReading({ ...scene, until }),
  ]);
  return { honest, pages };
}

async function floodedPhase(scene: Scene, key: string): Promise<FloodedPhase> {
  const [beside, flooding] = await Promise.all([
    phase(scene, phaseSeconds),
    flood({ url: scene.url, key, requests: floodRequests, seconds: phaseSeconds }),
  ]);
  return { ...beside, flood: flooding };
}

async function tell(quiet: Phase[], flooded: FloodedPhase[], stored: number): Promise<void> {
  const ratioRow = (what: string, [before, during]: [number[], number[]], share: number, target: number) => {
    const [quietMs, floodMs] = [percentile(before, share), percentile(during, share)];
    const ratio = floodMs / quietMs;
    return {
      what,
      quiet: Math.round(quietMs),
      flooded: Math.round(floodMs),
      ratio: Math.round(ratio * 100) / 100,
      target: `≤ ${target}`,
      holds: ratio <= target,
    };
  };
  const both = (pick: (phase: Phase) => number[]): [number[], number[]] => [
    quiet.flatMap(pick),
    flooded.flatMap(pick),
  ];
  const floods = flooded.map(({ flood: one }) => one);
  const countAnswers = (status: number) => sum(floods.map(({ answers }) => answers[status] ?? 0));
  const [taken, refused] = [countAnswers(201), countAnswers(429)];
  const malformed = sum(floods.map((one) => one.malformed));
  const lost = [...quiet, ...flooded].flatMap(({ honest }) => honest.faults);
  const sent = floodRequests * rounds;
  const countRow = (what: string, value: number, target: string, holds: boolean) => ({
    what,
    flooded: value,
    target,
    holds,
  });
  const others = sent - taken - refused;
  const rows = [
    ratioRow(
      "honest agents, p99 ms",
      both(({ honest }) => honest.tookMs),
      0.99,
      targets.agentsP99,
    ),
    ratioRow(
      "the list, p95 ms",
      both(({ pages }) => pages.listMs),
      0.95,
      targets.pagesP95,
    ),
    ratioRow(
      "the inbox's page, p95 ms",
      both(({ pages }) => pages.htmlMs),
      0.95,
      targets.pagesP95,
    ),
    countRow("of the flood taken in", taken, `= ${stored} stored`, taken === stored),
    countRow("of the flood refused with 429", refused, `of ${sent}`, others === 0),
    countRow("refusals without their headers", malformed, "0", malformed === 0),
    countRow("honest proposals and reads that failed", lost.length, "0", lost.length === 0),
  ];
  if (others > 0)
    console.log(
      "other answers:",
      floods.map(({ answers }) => answers),
    );
  if (lost.length > 0) console.log(lost.slice(0, 5).join("\n"));
  await report("flood", {
    rows,
    summary: `${rounds} × ${floodRequests} proposals of one agent in ${Math.round(sum(floods.map(({ seconds }) => seconds)) / rounds)} s each beside ${honestAgents} honest ones`,
    holds: rows.every(({ holds }) => holds),
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
