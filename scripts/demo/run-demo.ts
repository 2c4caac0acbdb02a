import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import getPort, { portNumbers } from "get-port";
import { signingKeyOf } from "@/lib/core/ledger/checkpoint";
import { localDir, resetLocalState, writePrivate } from "../local/local-state";
import { type StartedParts, startProduct } from "../local/start-product";
import { holdInstance } from "../local/single-instance";
import { createSupervisor } from "../local/supervisor";
import { type DemoPeople, ensureDemoData } from "./seed-demo";

/** A name, because a passkey cannot belong to an address. */
const host = "localhost";
const portMax = 65_535;
const firstPort = 3000;

/**
 * `npm run demo [-- --reset]`: everything on this machine, with believable data; Ctrl-C ends it all. `npm run dev` is the
 * same without a build: the page follows its sources.
 */
export async function runDemo(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      reset: { type: "boolean", default: false },
      "hot-reload": { type: "boolean", default: false },
    },
  });
  const supervisor = createSupervisor();
  const began = Date.now();
  try {
    supervisor.add("instance", await holdInstance(localDir));
    if (values.reset) await forget();
    let people: DemoPeople | null = null;
    const parts = await startProduct({
      supervisor,
      port: await chosenPort(),
      host,
      say: (line) => console.log(line),
      metrics: true,
      hotReload: values["hot-reload"],
      beforeApp: async (started) => {
        people = await ensureDemoData(started);
      },
    });
    await writePrivate(path.join(localDir, "demo.json"), demoFile(parts, people!));
    announce(parts, people!, Date.now() - began);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    await supervisor.end(1);
  }
}

async function forget(): Promise<void> {
  // Where Postgres' user cannot enter this folder, its data lies elsewhere (db/embedded/server.ts).
  const moved = path.join(
    tmpdir(),
    "countersign",
    "data",
    path.join(localDir, "postgres").replaceAll(path.sep, "_"),
  );
  await resetLocalState([moved]);
  console.log("Starting over: the earlier data is deleted.");
}

async function chosenPort(): Promise<number> {
  const portText = process.env.DEMO_PORT;
  if (!portText) return firstFreePort();
  const port = Number(portText);
  if (Number.isInteger(port) && port >= 1 && port <= portMax) return port;
  throw new Error(`DEMO_PORT must be a whole number from 1 to ${portMax}, not "${portText}".`);
}

/** Free on every address of this machine, from 3000 on. */
async function firstFreePort(): Promise<number> {
  const lastPort = firstPort + 99;
  // Without a host it asks at all of them. Asking for one after the other would find its own first answer in the way.
  const port = await getPort({ port: portNumbers(firstPort, lastPort) });
  if (port >= firstPort && port <= lastPort) return port;
  throw new Error(`No port from ${firstPort} to ${lastPort} is free; choose one by DEMO_PORT.`);
}

/** The content of .local/demo.json. */
export type DemoFile = ReturnType<typeof demoFile>;

function demoFile(parts: StartedParts, people: DemoPeople) {
  return {
    url: parts.url,
    mcpUrl: `${parts.url}/api/mcp`,
    simulatorUrl: parts.simulatorUrl,
    databaseUrl: parts.env.DATABASE_URL,
    engineUrl: parts.engineUrl,
    agentKey: people.agentKey,
    metricsToken: parts.env.METRICS_TOKEN,
    operatorToken: parts.env.OPERATOR_TOKEN,
    auditPublicKey: signingKeyOf(parts.env.COUNTERSIGN_SIGNING_KEY!).publicPem,
    netsuite: parts.secrets.netsuite,
    users: people.users,
  };
}

function announce(parts: StartedParts, people: DemoPeople, tookMs: number): void {
  const width = Math.max(...people.users.map((user) => user.email.length));
  const rows = people.users.map((user) => `    ${user.email.padEnd(width)}  ${user.password}  ${user.role}`);
  console.log(
    [
      "",
      `  Countersign is ready after ${(tookMs / 1000).toFixed(1)} s:  ${parts.url}`,
      "",
      "  Sign in as",
      ...rows,
      "",
      "  Second factors, the agent's key and every address: .local/demo.json",
      "  A one-time code, for signing in as admin or steward and for step-up:  npm run demo:code -- admin",
      "  Ctrl-C ends everything; the data stays. `npm run demo -- --reset` starts over.",
      "",
    ].join("\n"),
  );
}
