import { parseArgs } from "node:util";
import { startSimulator } from "./start-simulator";

/**
 * The simulated account as a process of its own:
 *   npm start -w packages/netsuite-simulator -- --port 3400 --data-dir .local/netsuite [--latency-ms 50] [--sdf-dir netsuite/sdf]
 * Credentials come from SIM_ACCOUNT, SIM_CONSUMER_KEY, SIM_CONSUMER_SECRET, SIM_TOKEN_ID and SIM_TOKEN_SECRET. The consumer
 * key is the client id too; certificates for it are mapped at /_sim/certificates.
 */

function requireEnvironment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

function requireInteger(text: string | undefined, name: string): number {
  const value = Number(text);
  if (text === undefined || !Number.isInteger(value) || value < 0)
    throw new Error(`--${name} must be a whole number.`);
  return value;
}

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "0" },
    "data-dir": { type: "string" },
    "sdf-dir": { type: "string" },
    "latency-ms": { type: "string", default: "50" },
    "max-concurrency": { type: "string", default: "15" },
  },
});

const simulator = await startSimulator({
  port: requireInteger(values.port, "port"),
  dataDir: values["data-dir"],
  sdfDir: values["sdf-dir"],
  latencyMs: requireInteger(values["latency-ms"], "latency-ms"),
  maxConcurrency: requireInteger(values["max-concurrency"], "max-concurrency"),
  credentials: {
    account: requireEnvironment("SIM_ACCOUNT"),
    consumerKey: requireEnvironment("SIM_CONSUMER_KEY"),
    consumerSecret: requireEnvironment("SIM_CONSUMER_SECRET"),
    tokenId: requireEnvironment("SIM_TOKEN_ID"),
    tokenSecret: requireEnvironment("SIM_TOKEN_SECRET"),
  },
  log: (line) => console.error(JSON.stringify(line)),
});
console.log(`simulator ready ${simulator.url}`);

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  await simulator.stop();
  process.exit(0);
};
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
