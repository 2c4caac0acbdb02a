import { parseArgs } from "node:util";
import { verifyFile } from "./verify/verify-file";

/**
 * `npm run verify -- FILE --key FILE [--head FILE]`: verifies an evidence bundle or an exported ledger offline, with the public
 * key alone. A bundle comes from /api/runs/{id}/evidence or /api/proposed-actions/{id}/evidence, a ledger from
 * /api/audit/export, the key from demo.json or from whoever runs the product. The head is a checkpoint that was exported earlier,
 * or the exported list of them: with it, truncation and rewriting are found as well. Exit 0: it holds; 7: it does not; 2: it
 * cannot be read. The last line is JSON: {"ok", "faults": [{"kind", "at"}]}.
 */
const usage = "Usage: npm run verify -- FILE --key FILE [--head FILE]";

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { key: { type: "string" }, head: { type: "string" } },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0 || !values.key) throw new Error(usage);
  return { file, keyFile: values.key, headFile: values.head ?? null };
}

try {
  const { faults, notes } = await verifyFile(readArguments());
  for (const { kind, at, text } of faults) console.log(`${kind} at ${at}: ${text}`);
  for (const note of notes) console.log(note);
  console.log(
    JSON.stringify({ ok: faults.length === 0, faults: faults.map(({ kind, at }) => ({ kind, at })) }),
  );
  process.exitCode = faults.length === 0 ? 0 : 7;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
