import { ApiError, Countersign, CountersignPerson } from "@countersign/sdk";
import { Command } from "commander";
import { configFile, forgetConfig, storeConfig } from "../config/config.js";
import { type Context, action } from "../context.js";
import { EXIT, Stop } from "../exit.js";
import type { Io } from "../io.js";

/** `login` and `logout`: the file with address and key. */

export const loginCommands = (context: Context): Command[] => [
  new Command("login")
    .description(
      "keep the address and a key in a file that you alone can read; the key is asked for, or read from standard input",
    )
    .requiredOption("--url <address>", "where Countersign is")
    .option("--person", "your personal token, to approve and reject; without it: an agent's key")
    .action(
      action(context, async ({ io, print }, { url, person }: { url: string; person?: boolean }) => {
        const name = person ? "personal token" : "agent's key";
        const secret = io.isTerminal ? await io.askSecret(`Your ${name}: `) : (await io.readStdin()).trim();
        if (secret === "") throw new Stop(EXIT.usage, `No ${name} was given on the standard input.`);
        await prove(io, { url, secret, isPerson: person === true });
        const file = await storeConfig(io, { url, ...(person ? { token: secret } : { agentKey: secret }) });
        print({ file, url }, [`Kept in ${file}`]);
      }),
    ),
  new Command("logout").description("remove that file").action(
    action(context, async ({ io, print }) => {
      const file = await forgetConfig(io);
      print({ removed: file }, [file === null ? `There is no ${configFile(io)}` : `Removed ${file}`]);
    }),
  ),
];

/** @throws ApiError where the key is not taken; then nothing is kept. */
async function prove(
  { signal }: Io,
  { url, secret, isPerson }: { url: string; secret: string; isPerson: boolean },
): Promise<void> {
  if (!isPerson) {
    await new Countersign({ url, agentKey: secret }).proposals.list({ limit: 1 }, { signal });
    return;
  }
  try {
    await new CountersignPerson({ url, token: secret }).action(Number.MAX_SAFE_INTEGER, { signal });
  } catch (error) {
    // The token is taken: it is the action that does not exist.
    if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
  }
}
