import { type TenantTransaction, inSnapshot } from "@/db/client";
import { listCheckpointsAfter } from "@/db/queries/ledger/checkpoints";
import {
  listActionIds,
  listPolicyVersions,
  listUnrecorded,
  readActionEvidence,
  readSubjectEvidence,
  readSwitchEvidence,
} from "@/db/queries/ledger/evidence";
import { takeTimeToVerify } from "@/db/queries/ledger/verifications";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { ExportLine } from "@/lib/core/ledger/replay/verify-export";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { ndjsonStream } from "./ndjson-stream";
import { checkpointOf } from "./read-audit";
import { subjectTypes } from "./subject-types";

const actionsPerPage = 200;
const perPage = 200;

export interface ExportFile {
  name: string;
  stream: ReadableStream<Uint8Array>;
}

/** Every checkpoint of the tenant, one a line, oldest first. @throws AppError not_allowed 403. */
export function exportCheckpoints(person: Person, gateway: Gateway = getGateway()): ExportFile {
  requireRole(person, "admin");
  const name = `${person.tenantSlug}-checkpoints.ndjson`;
  return { name, stream: ndjsonStream(checkpointLines(person.tenantId, gateway)) };
}

async function* checkpointLines(tenantId: number, gateway: Gateway) {
  for (let after = 0; ;) {
    const page = await onPage(gateway, tenantId, (tx) => listCheckpointsAfter(tx, tenantId, after, perPage));
    yield page.map(checkpointOf);
    if (page.length < perPage) return;
    after = page.at(-1)!.seq;
  }
}

/**
 * The tenant's ledger: its subjects with their chains and the rows that these speak about, the policies, and the
 * checkpoints. A row that should have a chain and has none is a subject without a link, so that whoever reads the file
 * misses its chain. It is read page by page while it is sent; the checkpoints come first, so that whatever happens meanwhile
 * lies after them. @throws AppError not_allowed 403.
 */
export function exportLedger(person: Person, gateway: Gateway = getGateway()): ExportFile {
  requireRole(person, "admin");
  const date = gateway.clock.now().toISOString().slice(0, 10);
  const name = `${person.tenantSlug}-ledger-${date}.ndjson`;
  return { name, stream: ndjsonStream(ledgerLines(person, gateway)) };
}

async function* ledgerLines(
  { tenantId, tenantSlug }: Person,
  gateway: Gateway,
): AsyncGenerator<ExportLine[]> {
  const read = <T>(work: (tx: TenantTransaction) => Promise<T>) => onPage(gateway, tenantId, work);
  yield [
    {
      kind: "ledger",
      v: 1,
      tenant_id: tenantId,
      tenant: tenantSlug,
      exported_at: gateway.clock.now().toISOString(),
    },
  ];
  for (const owner of [tenantId, null]) {
    for (let after = 0; ;) {
      const page = await read((tx) => listCheckpointsAfter(tx, owner, after, perPage));
      yield page.map((row) => ({ kind: "checkpoint", tenant_id: owner, ...row }));
      if (page.length < perPage) break;
      after = page.at(-1)!.seq;
    }
  }
  for (let after = 0; ;) {
    const page = await read((tx) => listPolicyVersions(tx, tenantId, after, perPage));
    yield page.map((policy) => ({ kind: "policy", ...policy }));
    if (page.length < perPage) break;
    after = page.at(-1)!.version;
  }
  yield (await read((tx) => readSwitchEvidence(tx, tenantId))).map((subject) => ({
    kind: "subject",
    subject,
  }));
  for await (const entityType of subjectTypes(tenantId, read)) {
    for (let after = 0; ;) {
      const page = await read((tx) => readSubjectEvidence(tx, tenantId, entityType, after, perPage));
      if (page.length === 0) break;
      yield page.map((subject) => ({ kind: "subject", subject }));
      after = page.at(-1)!.id;
    }
  }
  yield* unrecordedLines(gateway, tenantId);
  let actions = 0;
  for (let after = 0; ;) {
    const page = await read(async (tx) =>
      readActionEvidence(tx, tenantId, await listActionIds(tx, tenantId, after, actionsPerPage)),
    );
    if (page.length === 0) break;
    actions += page.length;
    yield page.map((action) => ({ kind: "action", action }));
    after = page.at(-1)!.id;
  }
  yield [{ kind: "end", actions }];
}

async function* unrecordedLines(gateway: Gateway, tenantId: number): AsyncGenerator<ExportLine[]> {
  for (let after: { entityType: string; id: number } | undefined; ;) {
    const page = await onPage(gateway, tenantId, (tx) => listUnrecorded(tx, tenantId, perPage, after));
    yield page.map((row) => ({
      kind: "subject",
      subject: { ...row, tenantId, head: { hash: "", seq: 0 }, links: [] },
    }));
    if (page.length < perPage) return;
    after = page.at(-1)!;
  }
}

function onPage<T>(
  gateway: Gateway,
  tenantId: number,
  work: (tx: TenantTransaction) => Promise<T>,
): Promise<T> {
  return inSnapshot(gateway.database, tenantId, async (tx) => {
    await takeTimeToVerify(tx);
    return work(tx);
  });
}
