import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { type Proposal, companyClientFor } from "@/scripts/smoke/company-client";
import { openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import { insertNotes } from "../company";
import { openBrowser } from "../live/screen";
import { percentile, report } from "../report";
import { DEVICES, type Visit, visitInbox } from "./visit";

const rowCount = 10_000;
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** A server's first pages take up to a second longer. */
const warmUps = 4;
const proposedCount = 8 * DEVICES.length * rounds;
/** Of the three vitals a browser counts; ms, and for shifts the share of the window. */
const targets = { lcp: 1_000, inp: 100, cls: 0.02 } as const;

/**
 * The inbox by the web's own measures, with ten thousand actions that wait: its largest part on screen (LCP), the slowest answer to a key
 * or a press (INP), and all that moved by itself (CLS), while somebody works in it and a colleague decides. Nothing is cached.
 * The largest part of a page with little more than a button is the machine's own share.
 */
export async function benchVitals(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const installation = await startInstallation(folder, await freePort(), { LOG_LEVEL: "warn" });
  const client = companyClientFor(installation);
  try {
    // More than the visits decide. Beside ten thousand that wait no agent may propose.
    const mine: Proposal[] = [];
    for (let count = 0; count < proposedCount; count += 1) {
      const { status, proposal } = await client.propose(2);
      if (status !== 201) throw new Error(`Proposal ${count} got ${status}`);
      mine.push(proposal);
    }
    const others = {
      decideOne: async () => {
        const { status } = await client.decideAs("admin", mine.pop()!, "reject");
        if (status !== 200) throw new Error(`Somebody else's decision got ${status}`);
      },
    };
    const owner = await openOwnerOf(installation);
    await insertNotes(owner, rowCount);
    await owner.end();
    for (let count = 0; count < warmUps; count += 1) {
      const { page, close } = await openBrowser(installation);
      await page.goto(`${installation.url}/proposed-actions?tier=2&sort=oldest`);
      await close();
    }
    const rows = [];
    for (const device of DEVICES) {
      const visits: Visit[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        const visit = await visitInbox(installation, others, device);
        visits.push(visit);
        console.log(device.name, round, visit);
      }
      rows.push(...(["lcp", "inp", "cls"] as const).map((vital) => rowOf(device.name, vital, visits)));
    }
    const holds = rows.every((row) => row.holds);
    await report("vitals", { rows, summary: "the inbox by the web's vitals", holds, rounds });
  } finally {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Three visits of four are no worse, which is how the vitals are judged. */
function rowOf(device: string, vital: keyof typeof targets, visits: readonly Visit[]) {
  const value = percentile(
    visits.map((visit) => visit[vital]),
    0.75,
  );
  const bare = percentile(
    visits.map(({ bareLcp }) => bareLcp),
    0.75,
  );
  return {
    device,
    vital: vital.toUpperCase(),
    p75: Number(value.toFixed(3)),
    target: `≤ ${targets[vital]}`,
    holds: value <= targets[vital],
    ...(vital === "lcp" && { "bare page": Math.round(bare) }),
  };
}
