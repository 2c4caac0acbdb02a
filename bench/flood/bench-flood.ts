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
const floodRequests = 10_000;
const targets = { agentsP99: 2, pagesP95: 1.5 };

/**
 * One agent sends ten thousand proposals in a minute. What ten honest agents and the people at their pages notice of it, against a
 * quiet minute of the same installation; that the flood is refused as the contract says; and that nothing honest is lost.
 */
export async function benchFlood(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  // This process makes keys of agents, which hold under its own key alone.
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
    const flooder = await addAgent("flooder");
    const keys = honest.map(({ key }) => key);
    const approver = installation.users.find(({ role }) => role === "approver")!;
    const cookie = `${SESSION_COOKIE}=${await signInOver(installation.url, approver)}`;
    await proveSessions(owner, approver.email);
    const scene = { url: installation.url, keys, cookie, approverToken: approver.token };
    await phase(scene, 10, null);
    console.log("a quiet minute");
    const quiet = await phase(scene, phaseSeconds, null);
    console.log("the same with the flood");
    const flooded = await phase(scene, phaseSeconds, flooder.key);
    const rows = await owner<{ stored: number }[]>`
      SELECT count(*)::int AS stored FROM proposed_actions WHERE agent_id = ${flooder.agent.agentId}`;
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
  flood: Flood | null;
}

interface Scene {
  url: string;
  /** Of the honest agents. */
  keys: readonly string[];
  cookie: string;
  approverToken: string;
}

async function phase(scene: Scene, seconds: number, flooderKey: string | null): Promise<Phase> {
  const until = Date.now() + seconds * 1_000;
  const [honest, pages, flooded] = await Promise.all([
    keepProposing({ ...scene, until }),
    keepReading({ ...scene, until }),
    flooderKey === null ? null : flood({ url: scene.url, key: flooderKey, requests: floodRequests, seconds }),
  ]);
  return { honest, pages, flood: flooded };
}

async function tell(quiet: Phase, flooded: Phase, stored: number): Promise<void> {
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
  const both = (pick: (phase: Phase) => number[]): [number[], number[]] => [pick(quiet), pick(flooded)];
  const { answers, malformed } = flooded.flood!;
  const taken = answers[201] ?? 0;
  const lost = [...quiet.honest.faults, ...flooded.honest.faults];
  const countRow = (what: string, value: number, target: string, holds: boolean) => ({
    what,
    flooded: value,
    target,
    holds,
  });
  const others = floodRequests - taken - (answers[429] ?? 0);
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
    countRow("of the flood refused with 429", answers[429] ?? 0, `of ${floodRequests}`, others === 0),
    countRow("refusals without their headers", malformed, "0", malformed === 0),
    countRow("honest proposals and reads that failed", lost.length, "0", lost.length === 0),
  ];
  if (others > 0) console.log("other answers:", answers);
  if (lost.length > 0) console.log(lost.slice(0, 5).join("\n"));
  await report("flood", {
    rows,
    summary: `${floodRequests} proposals of one agent in ${Math.round(flooded.flood!.seconds)} s beside ${honestAgents} honest ones`,
    holds: rows.every(({ holds }) => holds),
  });
}
