import { normaliseDecimal } from "@/lib/core/payload/field-value";
import type { SystemNote } from "./answers";

/**
 * Which writes have no receipt. NetSuite's system notes tell fields, users and minutes; a receipt tells one save of one
 * record. So notes are put together to saves, and each receipt excuses one save of its record at its time.
 */

type FieldChange = Pick<SystemNote, "field" | "from" | "to">;
export interface Write extends Omit<SystemNote, keyof FieldChange> {
  fields: FieldChange[];
}

/** Proof of one save: a receipt of ours, or a row of the ledger in NetSuite. */
export interface Proof {
  key: string;
  record: { type: string; id: string };
  at: string | null;
  values: string[];
}

/** A note's minute is cut off, and a record's last change lies a little before the answer that tells of it. */
const APART_MS_MAX = 120_000;

/** Newest first. */
export function findBypasses(notes: readonly SystemNote[], proofs: readonly Proof[]): Write[] {
  const writes = groupWrites(notes);
  const pairs = writes
    .flatMap((write) => proofs.flatMap((proof) => pairOf(write, proof) ?? []))
    .sort((a, b) => Number(b.sameValue) - Number(a.sameValue) || a.apartMs - b.apartMs);
  const excused = new Set<Write>();
  const spent = new Set<Proof>();
  for (const { write, proof } of pairs) {
    if (excused.has(write) || spent.has(proof)) continue;
    excused.add(write);
    spent.add(proof);
  }
  return writes.filter((write) => !excused.has(write)).sort((a, b) => (b.at ?? "").localeCompare(a.at ?? ""));
}

function pairOf(write: Write, proof: Proof) {
  if (write.record.type !== proof.record.type || write.record.id !== proof.record.id) return null;
  const proven = new Set(proof.values.map(plainValue));
  const sameValue = write.fields.some(({ to }) => proven.has(plainValue(to)));
  if (write.at === null || proof.at === null)
    return sameValue ? { write, proof, sameValue, apartMs: APART_MS_MAX } : null;
  const apartMs = Math.abs(Date.parse(write.at) - Date.parse(proof.at));
  return apartMs <= APART_MS_MAX ? { write, proof, sameValue, apartMs } : null;
}

/** `$1,250.00` and `1250` are one amount. */
function plainValue(text: string): string {
  return normaliseDecimal(text.replaceAll(/[$,\s]/g, "")) ?? text;
}

/** Notes of one record, user, role and minute are one save, unless a field goes on from where it had just arrived. */
export function groupWrites(notes: readonly SystemNote[]): Write[] {
  const open = new Map<string, Write[]>();
  for (const note of notes) {
    const key = JSON.stringify([note.record.type, note.record.id, note.by, note.role, note.at, note.kind]);
    const writes = open.get(key) ?? [];
    open.set(key, writes);
    addTo(writes, note);
  }
  return [...open.values()].flat();
}

function addTo(writes: Write[], note: SystemNote): void {
  const { record, at, by, role, kind, context, field, from, to } = note;
  const isKnown = (write: Write) =>
    write.fields.some((one) => one.field === field && one.from === from && one.to === to);
  // A transaction's note comes once per line of it.
  if (writes.some(isKnown)) return;
  const isFollowed = (write: Write) =>
    write.fields.some((one) => one.field === field && (one.to === from || one.from === to));
  const write = writes.find((one) => !isFollowed(one));
  if (write) write.fields.push({ field, from, to });
  else writes.push({ record, at, by, role, kind, context, fields: [{ field, from, to }] });
}
