/** This room verifies the ledger: every chain against its rows, and the chains against their signed checkpoints. */

import { inTenant } from "@/db/client";
import { findHead } from "@/db/queries/ledger/checkpoints";
import {
  type Base,
  type VerificationEnd,
  beginVerification,
  endVerification,
  findBase,
  readMarks,
} from "@/db/queries/ledger/verifications";
import type { AuditVerification, ExportedCheckpoint } from "@/lib/contract/monitoring/audit";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { Checkpoint } from "@/lib/core/ledger/checkpoint";
import type { VerifyMode } from "@/lib/core/ledger/verification";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { compareHead, verifyCheckpoints } from "./verify-checkpoints";
import { isResultSealed, sealResult } from "./result-seal";
import { Findings } from "./findings";
import { verifyActions, verifyOrphans, verifySubjects } from "./verify-subjects";

export interface VerifyRequest {
  mode: VerifyMode;
  /** A checkpoint that was exported earlier: the ledger must still lead to it. */
  head?: ExportedCheckpoint | undefined;
}

/**
 * Replays the tenant's ledger against its rows. `full` reads everything, page by page; `since_checkpoint` reads all that
 * changed since the last verification that found everything intact, and everything where there is none. For
 * administrators. The result is kept, with its progress. @throws AppError not_allowed 403.
 */
export async function verifyLedger(
  person: Person,
  request: VerifyRequest,
  gateway: Gateway = getGateway(),
): Promise<AuditVerification> {
  requireRole(person, "admin");
  const { tenantId } = person;
  const { database } = gateway;
  const { begun, last, marks } = await inTenant(database, tenantId, async (tx) => ({
    last: request.mode === "full" ? null : await findBase(tx, tenantId),
    marks: await readMarks(tx, tenantId),
    begun: await beginVerification(tx, tenantId, { mode: request.mode, byLabel: person.name }),
  }));
  const { id } = begun;
  const base = last && isResultSealed(last) ? last : null;
  const findings = new Findings({ gateway, tenantId, verificationId: id });
  await verifyAll(findings, base, request.head);
  const head = await inTenant(database, tenantId, (tx) => findHead(tx, tenantId));
  const { checked, faults, count } = findings;
  const { headSeq } = findings;
  const end: VerificationEnd = { checked, faults, faultCount: count, headSeq, marks };
  await inTenant(database, tenantId, (tx) => endVerification(tx, tenantId, id, end, sealResult));
  return {
    intact: count === 0,
    mode: request.mode,
    chains: checked.chains,
    events: checked.events,
    checked,
    faults,
    fault_count: count,
    head: head && exportedOf(head),
    verified_at: gateway.clock.now().toISOString(),
  };
}

async function verifyAll(
  findings: Findings,
  base: Base | null,
  head: ExportedCheckpoint | undefined,
): Promise<void> {
  // The checkpoints first: the ones made meanwhile are the next verification's.
  await verifyCheckpoints(findings, base);
  if (head) await compareHead(findings, head);
  const policies = await verifySubjects(findings);
  await verifyActions(findings, base, policies);
  await verifyOrphans(findings, base);
}

export function exportedOf({ body, hash, signature }: Checkpoint): ExportedCheckpoint {
  return { body, hash, signature };
}
