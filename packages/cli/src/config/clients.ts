import { Countersign, CountersignPerson } from "@countersign/sdk";
import { EXIT, Stop } from "../exit.js";
import type { Io } from "../io.js";
import { readConfig } from "./config.js";

const HOW = "set the variable, or run countersign login";

async function addressOf(io: Io) {
  const { url, agentKey, token } = await readConfig(io);
  if (url) return { url, agentKey, token };
  throw new Stop(EXIT.usage, `No address: COUNTERSIGN_URL is not set (${HOW}).`);
}

/** @throws Stop where address or key are missing. */
export async function agentConfig(io: Io): Promise<{ url: string; agentKey: string }> {
  const { url, agentKey } = await addressOf(io);
  if (!agentKey) throw new Stop(EXIT.usage, `No agent's key: COUNTERSIGN_AGENT_KEY is not set (${HOW}).`);
  return { url, agentKey };
}

/** @throws Stop where address or key are missing. */
export const agentClient = async (io: Io): Promise<Countersign> => new Countersign(await agentConfig(io));

/** @throws Stop where address or token are missing. */
export async function personClient(
  io: Io,
): Promise<{ person: CountersignPerson; pageOf: (id: number) => string }> {
  const { url, token } = await addressOf(io);
  if (!token)
    throw new Stop(EXIT.usage, `No personal token: COUNTERSIGN_TOKEN is not set (${HOW} --person).`);
  const base = url.replace(/\/+$/, "");
  return { person: new CountersignPerson({ url, token }), pageOf: (id) => `${base}/proposed-actions/${id}` };
}
