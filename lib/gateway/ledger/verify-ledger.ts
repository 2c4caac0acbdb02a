/** This room reads the ledger: it verifies the chain and turns events into sentences. */

import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type ChainHead,
  type ChainRow,
  listChainHeads,
  listChains,
  listSubjectHeads,
  listSubjectTypes,
  listUndecided,
  takeTimeToVerify,
} from "@/db/queries/ledger/audit";
import type { AuditVerification } from "@/lib/contract/overview";
import { findChainFault } from "@/lib/core/ledger/hash-chain";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const subjectsPerPage = 200;
const undecidedShownMax = 100;
/** Subjects whose own rows store the head of their chain. */
const subjectsWithRows = ["proposed_action", "kill_switch"] as const;

/**
 * Walks every hash chain of the tenant from its first link to the head its row claims. For administrators: it reads the
 * whole ledger. Returns every chain that does not hold, with the first link at fault. @throws AppError not_allowed 403.
 */
export async function verifyLedger(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<AuditVerification> {
  requireRole(person, "admin");
  const { tenantId } = person;
  const result: AuditVerification = {
    intact: true,
    chains: 0,
    events: 0,
    faults: [],
    verified_at: gateway.clock.now().toISOString(),
  };
  const otherSubjects = await inTenant(gateway.database, tenantId, (tx) => listSubjectTypes(tx, tenantId));
  for (const entityType of [...subjectsWithRows, ...otherSubjects]) {
    let after = 0;
    for (;;) {
      const page = await inTenant(gateway.database, tenantId, async (tx) => {
        await takeTimeToVerify(tx);
        const heads = await headsOf(tx, tenantId, entityType, after);
        const ids = heads.map((head) => head.id);
        return { heads, rows: await listChains(tx, tenantId, entityType, ids) };
      });
      if (page.heads.length === 0) break;
      const byEntity = groupByEntity(page.rows);
      for (const head of page.heads) {
        const links = byEntity.get(head.id) ?? [];
        const fault = findChainFault(links, { hash: head.chainHead, seq: head.chainSeq });
        result.chains += 1;
        result.events += links.length;
        if (!fault) continue;
        const { seq, kind } = fault;
        result.faults.push({ entity_type: entityType, entity_id: head.id, seq, kind });
      }
      after = page.heads.at(-1)!.id;
    }
  }
  const undecided = await inTenant(gateway.database, tenantId, async (tx) => {
    await takeTimeToVerify(tx);
    return listUndecided(tx, tenantId, undecidedShownMax);
  });
  for (const { id } of undecided)
    result.faults.push({ entity_type: "proposed_action", entity_id: id, seq: 0, kind: "undecided" });
  result.intact = result.faults.length === 0;
  return result;
}

function headsOf(
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  after: number,
): Promise<ChainHead[]> {
  const own = subjectsWithRows.find((name) => name === entityType);
  return own
    ? listChainHeads(tx, tenantId, own, after, subjectsPerPage)
    : listSubjectHeads(tx, tenantId, entityType, after, subjectsPerPage);
}

function groupByEntity(rows: readonly ChainRow[]): Map<number, ChainRow[]> {
  const groups = new Map<number, ChainRow[]>();
  for (const row of rows) {
    const group = groups.get(row.entityId);
    if (group) group.push(row);
    else groups.set(row.entityId, [row]);
  }
  return groups;
}
