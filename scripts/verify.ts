import { parseArgs } from "node:util";
import { verifyFile } from "./verify/verify-file";

/**
 * `npm run verify -- FILE --key FILE [--head FILE]`: verifies an exported ledger offline, with the public key alone. The
 * file comes from /api/audit/export, the key from demo.json or from whoever runs the product, the head is a checkpoint that
 * was exported earlier: with it, truncation and rewriting are found as well. Exit 0: it holds; 7: it does not; 2: it cannot be
 * read. The last line is JSON: {"ok", "faults": [{"kind", "at"}]}.
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
  const faults = await verifyFile(readArguments());
  for (const { text, ...fault } of faults) console.log(`${fault.kind} at ${atOf(fault)}: ${text}`);
  const shown = faults.map((fault) => ({ kind: fault.kind, at: atOf(fault) }));
  console.log(JSON.stringify({ ok: faults.length === 0, faults: shown }));
  process.exitCode = faults.length === 0 ? 0 : 7;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

/** `proposed_action 8421, event 3` */
function atOf(fault: { entity_type: string; entity_id: number; seq: number }): string {
  return `${fault.entity_type} ${fault.entity_id}${fault.seq > 0 ? `, event ${fault.seq}` : ""}`;
}
