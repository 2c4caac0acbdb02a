import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { KeyObject } from "node:crypto";
import { type Checkpoint, publicKeysOf } from "@/lib/core/ledger/checkpoint";
import { verifyPeriod } from "@/lib/core/ledger/bundle/period";
import type { Bundle } from "@/lib/core/ledger/bundle/read-bundle";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";

export interface FoundFault {
  kind: string;
  at: string;
  text: string;
}

export interface VerifiedFile {
  faults: FoundFault[];
  /** Notes beside the faults. */
  notes: string[];
}

interface Files {
  file: string;
  keyFile: string;
  headFile: string | null;
}

/**
 * An evidence bundle, an exported period, or an exported ledger: the file's first bytes say which.
 * @throws Error where a file cannot be read, or the key is none. Whatever else is wrong with the file is a fault.
 */
export async function verifyFile({ file, keyFile, headFile }: Files): Promise<VerifiedFile> {
  const keys = await readKeys(keyFile);
  const heads = headFile === null ? [] : await readHeads(headFile);
  const start = await readStart(file);
  if (start.startsWith('{"payload"')) return verifyBundleFile(file, keys, heads);
  if (start.startsWith('{"kind":"period"'))
    return { faults: verifyPeriod(await readFile(file), keys), notes: [] };
  return verifyLedgerFile(file, keys, heads.at(-1) ?? null);
}

async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function verifyBundleFile(
  file: string,
  keys: ReadonlyMap<string, KeyObject>,
  heads: readonly Checkpoint[],
): Promise<VerifiedFile> {
  const { faults, bundle, compared } = verifyBundle(await readFile(file), keys, heads);
  const notes: string[] = [];
  if (faults.length === 0 && bundle) notes.push(subjectNote(bundle), bundle.summary.trimEnd());
  if (faults.length === 0 && heads.length > 0 && compared === 0)
    notes.push("The exported checkpoints are far from those of the bundle: they say nothing about it.");
  return { faults, notes };
}

/** The same key signs for every company of an installation. */
const subjectNote = ({ predicate: { subject } }: Bundle): string =>
  `Evidence of ${subject.kind === "run" ? "run" : "proposed action"} ${subject.id} of company ${subject.tenant_id}.`;

async function verifyLedgerFile(
  file: string,
  keys: ReadonlyMap<string, KeyObject>,
  head: Checkpoint | null,
): Promise<VerifiedFile> {
  const verifier = new ExportVerifier(keys);
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text === "") continue;
    try {
      verifier.add(JSON.parse(text) as ExportLine);
    } catch {
      verifier.addUnreadable(number);
    }
  }
  verifier.end(head);
  const notes = verifier.faults.length === 0 ? ledgerNotes(verifier.covered) : [];
  return { faults: verifier.faults.map((fault) => ({ ...fault, at: atOf(fault) })), notes };
}

/** A file may be exported between two checkpoints: what came after the last one is only chained, and anybody could add to it. */
function ledgerNotes({ signed, unsigned }: ExportVerifier["covered"]): string[] {
  const lines = [`Signed checkpoints cover ${signed} events.`];
  if (unsigned > 0)
    lines.push(`${unsigned} came after the last checkpoint: no signature vouches for those yet.`);
  return lines;
}

/** `proposed_action 8421, event 3` */
function atOf(fault: { entity_type: string; entity_id: number; seq: number }): string {
  return `${fault.entity_type} ${fault.entity_id}${fault.seq > 0 ? `, event ${fault.seq}` : ""}`;
}

/** PEM or base64; a JSON file such as demo.json, by its `auditPublicKey`. */
async function readKeys(file: string): Promise<ReadonlyMap<string, KeyObject>> {
  const text = await readFile(file, "utf8");
  const key = text.trimStart().startsWith("{")
    ? (JSON.parse(text) as { auditPublicKey?: string }).auditPublicKey
    : text;
  try {
    const keys = publicKeysOf(key ?? "");
    if (keys.size > 0) return keys;
  } catch {
    // Told below.
  }
  throw new Error(`${file} holds no Ed25519 public key.`);
}

/** Exported checkpoints: the `head` of a verification, an item of the list, or the exported list, one a line. */
async function readHeads(file: string): Promise<Checkpoint[]> {
  const text = (await readFile(file, "utf8")).trim();
  const texts = text.startsWith("{") && text.includes("\n{") ? text.split("\n") : [text];
  return texts.map((line) => {
    const parsed = JSON.parse(line) as Partial<Checkpoint> & { head?: Checkpoint };
    const { body, hash, signature } = parsed.head ?? parsed;
    if (typeof body === "string" && typeof hash === "string" && typeof signature === "string")
      return { body, hash, signature };
    throw new Error(`${file} holds no exported checkpoint.`);
  });
}
