import { type KeyObject, createHash, sign, verify } from "node:crypto";
import type { SigningKey } from "@/lib/core/ledger/checkpoint";
import type { BundleSubject } from "./statement";

/** A period's population as a file, one JSON object a line: the last line signs all lines before it. */

export interface PeriodCount {
  of: "actions_proposed" | "actions_ended" | "runs_begun" | "runs_ended" | "decisions";
  status: string;
  tier: number | null;
  count: number;
}

export interface PeriodSequence {
  of: "proposed_actions" | "runs" | "decisions" | "events" | "checkpoints";
  count: number;
  first: number | null;
  last: number | null;
}

export type PeriodLine =
  | {
      kind: "period";
      v: 1;
      tenant_id: number;
      tenant: string;
      /** Days of the time zone, both inclusive. */
      from: string;
      to: string;
      time_zone: string;
      exported_at: string;
    }
  | ({ kind: "count" } & PeriodCount)
  | ({ kind: "sequence" } & PeriodSequence)
  | { kind: "checkpoint"; seq: number; hash: string; sealed_at: string }
  | {
      kind: "bundle";
      subject: BundleSubject;
      id: number;
      status: string;
      tier: number | null;
      ended_at: string;
      /** Null, like what follows: it is not sealed yet. */
      sealed_at: string | null;
      sha256: string | null;
      size_bytes: number | null;
      key_id: string | null;
      checkpoint_seq: number | null;
    };

export interface PeriodEnd {
  kind: "end";
  /** The lines before this one. */
  lines: number;
  /** Over their bytes, each with its line feed. */
  sha256: string;
  /** Null, like the signature: there is no key to sign with. */
  key_id: string | null;
  /** Ed25519 over `signedText`, base64. */
  signature: string | null;
}

const signedText = (lines: number, sha256: string): Buffer =>
  Buffer.from(`countersign evidence period v1\n${lines}\n${sha256}\n`, "utf8");

/** Counts and hashes lines as they are written. */
export class PeriodSeal {
  readonly #hash = createHash("sha256");
  #lines = 0;

  add(line: string): void {
    this.#lines += 1;
    this.#hash.update(line, "utf8");
  }

  end(key: SigningKey | null): PeriodEnd {
    const sha256 = this.#hash.digest("hex");
    return {
      kind: "end",
      lines: this.#lines,
      sha256,
      key_id: key?.id ?? null,
      signature: key && sign(null, signedText(this.#lines, sha256), key.privateKey).toString("base64"),
    };
  }
}

export interface PeriodFault {
  kind:
    | "line_unreadable"
    | "file_incomplete"
    | "file_differs"
    | "key_unknown"
    | "signature_wrong"
    | "count_differs";
  at: string;
  text: string;
}

const endings: ReadonlySet<string> = new Set(["actions_ended", "runs_ended"]);

const words: Record<PeriodFault["kind"], string> = {
  line_unreadable: "This line cannot be read.",
  file_incomplete: "The file breaks off before its last line, or goes on after it.",
  file_differs: "The lines do not have the number or the hash that the last line says.",
  key_unknown: "Nobody signed it, or the key is not among those given.",
  signature_wrong: "The signature does not hold.",
  count_differs: "The lines of what ended are not as many as are counted.",
};

/** Verifies an exported period with the public keys alone. */
export function verifyPeriod(file: Uint8Array, keys: ReadonlyMap<string, KeyObject>): PeriodFault[] {
  const faults: PeriodFault[] = [];
  const add = (kind: PeriodFault["kind"], at: string) => void faults.push({ kind, at, text: words[kind] });
  const text = Buffer.from(file).toString("latin1");
  const cut = text.lastIndexOf("\n", text.length - 2) + 1;
  const end = lineOf(Buffer.from(file).subarray(cut)) as PeriodEnd | null;
  if (end?.kind !== "end" || endText(end) !== Buffer.from(file).subarray(cut).toString("utf8")) {
    add("file_incomplete", "last line");
    return faults;
  }
  const body = Buffer.from(file).subarray(0, cut);
  const lines = body.toString("utf8").split("\n").slice(0, -1);
  const sha256 = createHash("sha256").update(body).digest("hex");
  if (end.lines !== lines.length || end.sha256 !== sha256) add("file_differs", "file");
  const key = keys.get(end.key_id ?? "");
  if (!key || typeof end.signature !== "string") add("key_unknown", "last line");
  else if (!holds(end, key)) add("signature_wrong", "last line");
  let counted = 0;
  let listed = 0;
  for (const [index, each] of lines.entries()) {
    const line = lineOf(Buffer.from(each, "utf8")) as PeriodLine | null;
    if (line === null) add("line_unreadable", `line ${index + 1}`);
    else if (line.kind === "bundle") listed += 1;
    else if (line.kind === "count" && endings.has(line.of)) counted += line.count;
  }
  if (counted !== listed) add("count_differs", "file");
  return faults;
}

/** With these members alone: nobody signed any other. */
const endText = ({ kind, lines, sha256, key_id, signature }: PeriodEnd): string =>
  `${JSON.stringify({ kind, lines, sha256, key_id, signature })}\n`;

function holds({ lines, sha256, signature }: PeriodEnd, key: KeyObject): boolean {
  const bytes = Buffer.from(signature!, "base64");
  return bytes.toString("base64") === signature && verify(null, signedText(lines, sha256), key, bytes);
}

/** Null: it is no JSON object. */
function lineOf(bytes: Buffer): unknown {
  try {
    const value = JSON.parse(bytes.toString("utf8")) as unknown;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
