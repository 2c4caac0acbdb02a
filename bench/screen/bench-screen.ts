import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@/scripts/local/free-port";
import { companyClientFor } from "@/scripts/smoke/company-client";
import { openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import { insertNotes } from "../company";
import { openBrowser } from "../live/screen";
import { median, percentile, report } from "../report";
import { timeFirstButton, timeFirstKey } from "./first-key";
import { scrollBareList, scrollInbox } from "./frames";

const rowCount = 10_000;
const rounds = 7;
const targets = { frameMs: 50, keyRatio: 2 };

/**
 * The inbox on a desk: frames while ten thousand rows are scrolled from end to end, beside those of as many bare lines, and, on a processor four times slower, the time
 * from opening it to the first key that decides, against the page to sign in, which has little more than a button.
 */
export async function benchScreen(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-bench-"));
  const installation = await startInstallation(folder, await freePort(), { LOG_LEVEL: "warn" });
  const client = companyClientFor(installation);
  const keys = { decide: [] as number[], bare: [] as number[] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const { proposal } = await client.propose(2);
      const bare = await timeFirstButton(installation);
      const decide = await timeFirstKey(installation, proposal.id);
      // The first one warms the server up.
      if (round === 0) continue;
      keys.bare.push(bare);
      keys.decide.push(decide);
      console.log(`round ${round} of ${rounds}: ${Math.round(decide)} ms against ${Math.round(bare)} ms`);
    }
    const owner = await openOwnerOf(installation);
    await insertNotes(owner, rowCount);
    await owner.end();
    const browser = await openBrowser(installation);
    const frames = await scrollInbox(browser.page, installation.url, rowCount);
    const bareFrames = await scrollBareList(browser.page, rowCount);
    await browser.close();
    const ratio = median(keys.decide) / median(keys.bare);
    const rows = [
      {
        what: `frames over ${rowCount} rows, p99 ms`,
        value: Math.round(percentile(frames, 0.99)),
        target: `≤ ${targets.frameMs}`,
        holds: percentile(frames, 0.99) <= targets.frameMs,
      },
      {
        what: "longest frame, ms",
        value: Math.round(Math.max(...frames)),
        target: `≤ ${targets.frameMs}`,
        holds: Math.max(...frames) <= targets.frameMs,
      },
      {
        what: "first key that decides : first button of a bare page, at a quarter of the speed",
        value: Number(ratio.toFixed(2)),
        target: `≤ ${targets.keyRatio}`,
        holds: ratio <= targets.keyRatio,
      },
    ];
    const holds = rows.every((row) => row.holds);
    const bare = `lines of text alone take up to ${Math.round(Math.max(...bareFrames))} ms a frame`;
    const summary = `the inbox on screen (${bare})`;
    await report("screen", { rows, summary, holds, keys, frames: frames.length });
  } finally {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
