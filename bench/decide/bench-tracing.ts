import { spawn } from "node:child_process";
import { once } from "node:events";
import { withCorrelation } from "@/lib/correlation";
import { startTracing } from "@/lib/tracing/start-tracing";
import { openBenchCompany } from "../company";
import { withOwnPostgres } from "../own-postgres";
import { inRounds, median, report } from "../report";
import { decideEach } from "./decide-each";

const clients = 8;
const rounds = 5;
const decisionsPerRound = 400;
const shareMin = 0.95;

/** Decisions a second while spans are sent to a collector in another process, beside decisions without, in turns. */
export async function benchTracing(): Promise<void> {
  const collector = await startCollector();
  await withOwnPostgres(async (url) => {
    // Half of them are for pgbench, in another bench.
    const company = await openBenchCompany(url, (rounds + 1) * decisionsPerRound * 4);
    const perSecond = async () => {
      const work = await company.takePending(decisionsPerRound);
      const each = () => decideEach(company, work, clients);
      return 1_000 / (await withCorrelation({ correlationId: "bench", traceId: null }, each));
    };
    const traced = async () => {
      const stop = startTracing(collector.url);
      return perSecond().finally(stop);
    };
    let isTracedFirst = false;
    const measured = await inRounds(rounds, async () => {
      isTracedFirst = !isTracedFirst;
      const first = await (isTracedFirst ? traced : perSecond)();
      const second = await (isTracedFirst ? perSecond : traced)();
      const [on, off] = isTracedFirst ? [first, second] : [second, first];
      return { on, off, share: on / off };
    });
    const share = median(measured.map((one) => one.share));
    await report("tracing", {
      rows: measured.map(({ on, off, share: of }) => ({
        "traced / s": Math.round(on),
        "untraced / s": Math.round(off),
        share: of.toFixed(3),
      })),
      summary: `Traced decisions a second are ${share.toFixed(3)} of untraced ones (${shareMin} at least)`,
      holds: share >= shareMin,
      clients,
      decisionsPerRound,
      measured,
    });
    await company.close();
  }).finally(collector.stop);
}

/** Accepts every request. */
async function startCollector(): Promise<{ url: string; stop: () => void }> {
  const text = `const server = require("node:http").createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["-e", text], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, stop: () => void child.kill() };
}
