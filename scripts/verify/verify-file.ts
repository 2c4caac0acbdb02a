import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { KeyObject } from "node:crypto";
import { type Checkpoint, publicKeysOf } from "@/lib/core/ledger/checkpoint";
import type { Fault } from "@/lib/core/ledger/replay/fault";
import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";

/** @throws Error where a file cannot be read, or the key is none. Lines that are not of an export are faults. */
export async function verifyFile(files: {
  file: string;
  keyFile: string;
  headFile: string | null;
}): Promise<Fault[]> {
  const keys = await readKeys(files.keyFile);
  const head = files.headFile === null ? null : await readHead(files.headFile);
  const verifier = new ExportVerifier(keys);
  const lines = createInterface({ input: createReadStream(files.file, "utf8"), crlfDelay: Infinity });
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
  return verifier.faults;
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

/** An exported checkpoint: `head` of a verification, an item of the list, or the last line of the exported list. */
async function readHead(file: string): Promise<Checkpoint> {
  const text = (await readFile(file, "utf8")).trim();
  const parsed = JSON.parse(
    text.startsWith("{") && text.includes("\n{") ? text.slice(text.lastIndexOf("\n{") + 1) : text,
  ) as Partial<Checkpoint> & { head?: Checkpoint };
  const { body, hash, signature } = parsed.head ?? parsed;
  if (typeof body === "string" && typeof hash === "string" && typeof signature === "string")
    return { body, hash, signature };
  throw new Error(`${file} holds no exported checkpoint.`);
}
