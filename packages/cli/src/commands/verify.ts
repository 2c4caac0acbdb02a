import { Command } from "commander";
import { type Context, action } from "../context.js";
import { EXIT, Stop } from "../exit.js";
import { plain } from "../output/plain.js";

/** `verify`: evidence by its public key, without a network and without a key of ours. */

interface Verifier {
  /** @throws Error where a file cannot be read, or the key is none. */
  verifyFile(files: { file: string; keyFile: string; headFile: string | null }): Promise<{
    faults: { kind: string; at: string; text: string }[];
    notes: string[];
  }>;
}

interface Flags {
  key: string;
  head?: string;
}

export const verifyCommand = (context: Context): Command =>
  new Command("verify")
    .description("check an evidence file, an exported period or an exported ledger offline")
    .argument("<file>")
    .requiredOption("--key <file>", "the public key of the installation, as PEM or base64")
    .option(
      "--head <file>",
      "a checkpoint that was exported earlier: finds a ledger that was cut or rewritten",
    )
    .action(
      action(context, async ({ print }, file: string, { key, head }: Flags) => {
        const { verifyFile } = await loadVerifier();
        const verified = await verifyFile({ file, keyFile: key, headFile: head ?? null }).catch(
          (error: Error) => {
            throw new Stop(EXIT.usage, error.message);
          },
        );
        const { faults, notes } = verified;
        const holds = faults.length === 0;
        print({ ok: holds, faults, notes }, [
          holds ? "The evidence holds." : "The evidence does not hold.",
          ...faults.map(({ kind, at, text }) => plain(`${kind} at ${at}: ${text}`)),
          ...notes.flatMap((note) => note.split("\n").map(plain)),
        ]);
        return holds ? EXIT.done : EXIT.evidenceFalse;
      }),
    );

/** The product's own verifier, which the build puts beside this package's files (`bundles` in package.json). */
async function loadVerifier(): Promise<Verifier> {
  const beside = new URL("../verifier.js", import.meta.url).href;
  try {
    return (await import(beside)) as Verifier;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Stop(
      EXIT.fault,
      "This copy was not built: run npm run build -w packages/cli, or npm run verify.",
    );
  }
}
