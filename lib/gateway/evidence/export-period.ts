import { type TenantTransaction, inSnapshot } from "@/db/client";
import {
  type PeriodBounds,
  type PeriodBundleRow,
  countPeriod,
  listPeriodBundles,
  listPeriodCheckpoints,
  listPeriodSequences,
  readPeriodBounds,
} from "@/db/queries/ledger/period";
import { takeTimeToVerify } from "@/db/queries/ledger/verifications";
import type { EvidencePeriod } from "@/lib/contract/monitoring/evidence";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { type PeriodEnd, type PeriodLine, PeriodSeal } from "@/lib/core/ledger/bundle/period";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import type { ExportFile } from "@/lib/gateway/ledger/export-ledger";
import { ndjsonLine, ndjsonStream } from "@/lib/gateway/ledger/ndjson-stream";

const perPage = 500;

type Days = Record<"from" | "to", string>;

/**
 * The runs and actions that ended in a period, for auditors: counts by status and tier, the ends of the sequences, and a line a bundle. Days are those
 * of the company's time zone. The last line signs the others. @throws AppError not_allowed 403; validation_failed 422.
 */
export function exportPeriod(
  person: Person,
  period: EvidencePeriod,
  gateway: Gateway = getGateway(),
): ExportFile {
  requireRole(person, "admin");
  const days = daysOf(period);
  const { from, to } = days;
  const name = `${person.tenantSlug}-evidence-${from}-${to}.ndjson`;
  return { name, stream: ndjsonStream(sealedLines(periodLines(person, days, gateway), gateway)) };
}

/** Checked here and not in the schema, so that a caller without permission gets 403 before any 422. */
function daysOf({ from, to }: EvidencePeriod): Days {
  if (from === undefined) throw invalid("from", "is missing: must be a day");
  if (to === undefined) throw invalid("to", "is missing: must be a day");
  if (from > to) throw invalid("to", "must not lie before `from`");
  return { from, to };
}

const invalid = (path: string, message: string) =>
  new AppError("validation_failed", "The period is not valid; see errors.", { issues: [{ path, message }] });

async function* sealedLines(
  pages: AsyncGenerator<PeriodLine[]>,
  { ledgerKeys }: Gateway,
): AsyncGenerator<(PeriodLine | PeriodEnd)[]> {
  const seal = new PeriodSeal();
  for await (const page of pages) {
    for (const line of page) seal.add(ndjsonLine(line));
    yield page;
  }
  yield [seal.end(ledgerKeys.signing)];
}

async function* periodLines(
  { tenantId, tenantSlug }: Person,
  { from, to }: Days,
  { database, clock }: Gateway,
): AsyncGenerator<PeriodLine[]> {
  const read = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
    inSnapshot(database, tenantId, async (tx) => {
      await takeTimeToVerify(tx);
      return work(tx);
    });
  const exportedAt = clock.now().toISOString();
  // A period that is not over yet ends now: whatever ends while the lines are read belongs to a later export.
  const { bounds, head, first } = await read(async (tx) => {
    const whole = await readPeriodBounds(tx, tenantId, from, to);
    const within = { ...whole, ends: whole.ends < exportedAt ? whole.ends : exportedAt };
    return {
      bounds: within,
      head: await headLines(tx, tenantId, within),
      first: await listPeriodBundles(tx, tenantId, within, null, perPage),
    };
  });
  const period = { tenant_id: tenantId, tenant: tenantSlug, from, to, time_zone: bounds.timeZone };
  yield [{ kind: "period", v: 1, ...period, exported_at: exportedAt }, ...head];
  for (let page = first; page.length > 0;) {
    yield page.map(bundleLine);
    if (page.length < perPage) return;
    const last = page.at(-1)!;
    page = await read((tx) => listPeriodBundles(tx, tenantId, bounds, last, perPage));
  }
}

async function headLines(
  tx: TenantTransaction,
  tenantId: number,
  bounds: PeriodBounds,
): Promise<PeriodLine[]> {
  const counts = await countPeriod(tx, tenantId, bounds);
  const sequences = await listPeriodSequences(tx, tenantId, bounds);
  const checkpoints = await listPeriodCheckpoints(tx, tenantId, bounds);
  return [
    ...counts.map((count) => ({ kind: "count" as const, ...count })),
    ...sequences.map((sequence) => ({ kind: "sequence" as const, ...sequence })),
    ...checkpoints.map(({ seq, hash, sealedAt }) => ({
      kind: "checkpoint" as const,
      seq,
      hash,
      sealed_at: isoOf(sealedAt),
    })),
  ];
}

const bundleLine = (row: PeriodBundleRow): PeriodLine => ({
  kind: "bundle",
  subject: row.subjectType,
  id: row.subjectId,
  status: row.status,
  tier: row.tier,
  ended_at: isoOf(row.endedAt),
  sealed_at: isoOf(row.sealedAt),
  sha256: row.sha256,
  size_bytes: row.sizeBytes,
  key_id: row.keyId,
  checkpoint_seq: row.checkpointSeq,
});
