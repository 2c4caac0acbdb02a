import { createPublicKey } from "node:crypto";
import { type SigningKey, fingerprintOf } from "@/lib/core/ledger/checkpoint";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { type SignedPayload, envelopeText, signPayload } from "./envelope";
import { type Predicate, statementText } from "./statement";
import { type Summarised, summaryText } from "./summary";

/** The contents of a bundle before it is signed. */
export interface BundleContents extends Summarised {
  subject: Predicate["subject"];
  sealedAt: string;
}

export interface SealedBundle extends SignedPayload {
  /** The SHA-256 of the file. */
  sha256: string;
  sizeBytes: number;
}

/** Signs a bundle. The same contents give the same bytes. */
export function makeBundle(contents: BundleContents, key: SigningKey): SealedBundle {
  const { subject, sealedAt, run, steps, costs, questions, ...rest } = contents;
  const { seq, hash } = rest.checkpoints.checkpoints.at(-1)!;
  const ofRun = run && {
    "run.json": run,
    "steps.json": steps,
    "costs.json": costs,
    "questions.json": questions,
  };
  const json = {
    "actions.json": rest.actions,
    "checkpoints.json": rest.checkpoints,
    "decisions.json": rest.decisions,
    "events.json": rest.events,
    "receipts.json": rest.receipts,
    ...ofRun,
  };
  const payload = statementText({
    subject,
    sealed_at: sealedAt,
    key: { id: key.id, fingerprint: fingerprintOf(createPublicKey(key.publicPem)) },
    head: { seq, hash },
    files: {
      ...Object.fromEntries(Object.entries(json).map(([name, value]) => [name, canonicalText(value)])),
      "public-key.pem": key.publicPem,
      "summary.txt": summaryText(contents, sealedAt),
    },
  });
  const signed = signPayload(payload, key);
  const file = envelopeText(signed);
  return { ...signed, sha256: sha256Hex(file), sizeBytes: Buffer.byteLength(file, "utf8") };
}
