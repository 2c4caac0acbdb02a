import { inTenant } from "@/db/client";
import {
  type CheckpointRow,
  findHead,
  listCheckpointsBefore,
  readSealingState,
} from "@/db/queries/ledger/checkpoints";
import { listTenantEvents } from "@/db/queries/ledger/events";
import { type VerificationRow, listVerifications } from "@/db/queries/ledger/verifications";
import type {
  AuditCheckpoint,
  AuditState,
  CheckpointList,
  CheckpointsQuery,
  EventList,
  EventsQuery,
  VerificationView,
} from "@/lib/contract/monitoring/audit";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { bodyOf, countIds } from "@/lib/core/ledger/checkpoint";
import { CHECKPOINT_LATE_SECONDS } from "@/lib/core/ledger/verification";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isResultSealed } from "./verify/result-seal";

const verificationsShown = 10;
/** A verification that noted no progress for so long has broken off. */
const silentMsMax = 5 * 60_000;

/** The state of the proof. @throws AppError not_allowed 403. */
export async function readAuditState(person: Person, gateway: Gateway = getGateway()): Promise<AuditState> {
  requireRole(person, "admin");
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const head = await findHead(tx, tenantId);
    const { waiting, oldestSeconds } = await readSealingState(tx, tenantId);
    const rows = await listVerifications(tx, tenantId, verificationsShown);
    return {
      verifications: rows.map((row) => viewOf(row, gateway.clock.now())),
      sealing: {
        waiting,
        late: oldestSeconds > CHECKPOINT_LATE_SECONDS,
        signs: gateway.ledgerKeys.signing !== null,
      },
      head: head && checkpointOf(head),
    };
  });
}

/** Omits the details of an unproven result, which the app did not write. */
const unsaid = { checked: {}, faults: [], fault_count: 0, head_seq: null };

function viewOf(row: VerificationRow, now: Date): VerificationView {
  const state = stateOf(row, now);
  return {
    id: row.id,
    mode: row.mode,
    state,
    started_by: row.startedByLabel,
    started_at: isoOf(row.startedAt)!,
    ended_at: isoOf(row.endedAt),
    checked: row.checkedJson,
    faults: row.faultsJson,
    fault_count: row.faultCount,
    head_seq: row.headSeq,
    ...(state === "unproven" ? unsaid : {}),
  };
}

function stateOf(row: VerificationRow, now: Date): VerificationView["state"] {
  const { intact, updatedAt } = row;
  if (intact !== null) {
    if (!isResultSealed(row)) return "unproven";
    return intact ? "intact" : "faulty";
  }
  return now.getTime() - new Date(updatedAt).getTime() > silentMsMax ? "broken_off" : "running";
}

export function checkpointOf(row: CheckpointRow): AuditCheckpoint {
  const { seq, body, hash, signature, keyId: key_id, eventCount: events, sealedAt: sealed_at } = row;
  const named = bodyOf({ body }).unsealed;
  const unsealed = named === undefined ? null : countIds(named);
  return { seq, body, hash, signature, key_id, events, unsealed, sealed_at };
}

/** Newest first. @throws AppError not_allowed 403. */
export async function readCheckpoints(
  person: Person,
  { cursor, limit }: CheckpointsQuery,
  gateway: Gateway = getGateway(),
): Promise<CheckpointList> {
  requireRole(person, "admin");
  const { tenantId } = person;
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listCheckpointsBefore(tx, tenantId, cursor ?? null, limit + 1),
  );
  const { page, next_cursor } = pageOf(rows, limit, ({ seq }) => seq);
  return { items: page.map(checkpointOf), next_cursor };
}

/** Newest first, of the tenant and of the global switches. @throws AppError not_allowed 403. */
export async function readEvents(
  person: Person,
  query: EventsQuery,
  gateway: Gateway = getGateway(),
): Promise<EventList> {
  requireRole(person, "admin");
  const { tenantId } = person;
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listTenantEvents(tx, tenantId, { ...query, limit: query.limit + 1 }),
  );
  const { page, next_cursor } = pageOf(rows, query.limit, ({ id }) => id);
  return {
    items: page.map((row) => ({
      id: row.id,
      at: isoOf(row.occurredAt)!,
      type: row.eventType,
      entity_type: row.entityType,
      entity_id: row.entityId,
      seq: row.seq,
      actor_kind: row.actorKind,
      actor: row.actorLabel,
      hash: row.hash,
      body: row.bodyText,
    })),
    next_cursor,
  };
}
