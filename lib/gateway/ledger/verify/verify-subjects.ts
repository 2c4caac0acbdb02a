import { type TenantTransaction, inSnapshot } from "@/db/client";
import {
  listActionIds,
  listOrphanEvents,
  listOrphanReceipts,
  listPolicyVersions,
  listUnrecorded,
  readActionEvidence,
  readSubjectEvidence,
  readSwitchEvidence,
} from "@/db/queries/ledger/evidence";
import { type Base, listChangedActions, takeTimeToVerify } from "@/db/queries/ledger/verifications";
import type { PolicyHashes, SubjectEvidence } from "@/lib/core/ledger/replay/evidence";
import { replayAction } from "@/lib/core/ledger/replay/replay-action";
import { replayPolicy, replaySubject } from "@/lib/core/ledger/replay/replay-subject";
import { findUnproven } from "@/lib/gateway/ledger/find-unproven";
import { subjectTypes } from "@/lib/gateway/ledger/subject-types";
import type { Findings } from "./findings";

const actionsPerPage = 500;
const subjectsPerPage = 200;
const policiesPerPage = 50;
const changedPerPage = 20_000;
const orphansMax = 100;
/** Pages between two notes of the progress. */
const pagesPerNote = 10;

/** One page in one snapshot, with time to read it. */
function onPage<T>(
  { of }: Findings,
  work: (tx: TenantTransaction, tenantId: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(of.gateway.database, of.tenantId, async (tx) => {
    await takeTimeToVerify(tx);
    return work(tx, of.tenantId);
  });
}

/** Policies, switches and every other subject that is no action. Returns the policies' hashes by their versions. */
export async function verifySubjects(findings: Findings): Promise<PolicyHashes> {
  const hashes = await verifyPolicies(findings);
  const addAll = (subjects: readonly SubjectEvidence[]) => {
    for (const subject of subjects) findings.addChain(replaySubject(subject), subject.links.length);
  };
  addAll(await onPage(findings, readSwitchEvidence));
  for await (const entityType of subjectTypes(findings.of.tenantId, (work) => onPage(findings, work))) {
    for (let after = 0; ;) {
      const page = await onPage(findings, (tx, tenantId) =>
        readSubjectEvidence(tx, tenantId, entityType, after, subjectsPerPage),
      );
      if (page.length === 0) break;
      addAll(page);
      if (entityType === "run") await verifyRuns(findings, page);
      after = page.at(-1)!.id;
    }
  }
  const unrecorded = await onPage(findings, (tx, tenantId) => listUnrecorded(tx, tenantId, orphansMax));
  const text = "No event of the ledger speaks of it.";
  findings.add(
    unrecorded.map(({ entityType, id }) => ({
      kind: "chain_missing",
      entity_type: entityType,
      entity_id: id,
      seq: 0,
      text,
    })),
  );
  return hashes;
}

/** Verifies the succeeded steps and the receipts of runs that have ended. */
async function verifyRuns(findings: Findings, runs: readonly SubjectEvidence[]): Promise<void> {
  const ended = runs.filter(({ state }) => state !== null && JSON.parse(state).end !== null);
  const unproven = await onPage(findings, (tx, tenantId) => findUnproven(tx, tenantId, ended));
  findings.add(
    unproven.map(({ kind, runId, text }) => ({
      kind,
      entity_type: "run",
      entity_id: runId,
      seq: ended.find(({ id }) => id === runId)!.head.seq,
      text,
    })),
  );
}

async function verifyPolicies(findings: Findings): Promise<PolicyHashes> {
  const hashes = new Map<number, string>();
  for (let after = 0; ;) {
    const page = await onPage(findings, (tx, tenantId) =>
      listPolicyVersions(tx, tenantId, after, policiesPerPage),
    );
    for (const policy of page) {
      hashes.set(policy.version, policy.hash);
      findings.add(replayPolicy(findings.of.tenantId, policy));
    }
    if (page.length < policiesPerPage) return hashes;
    after = page.at(-1)!.version;
  }
}

/** Every action; after an earlier verification those alone of which something changed since. */
export async function verifyActions(
  findings: Findings,
  base: Base | null,
  policies: PolicyHashes,
): Promise<void> {
  let pages = 0;
  for await (const ids of base ? changedIds(findings, base) : allIds(findings)) {
    const page = await onPage(findings, (tx, tenantId) => readActionEvidence(tx, tenantId, ids));
    for (const evidence of page) findings.addChain(replayAction(evidence, policies), evidence.links.length);
    const found = new Set(page.map(({ id }) => id));
    findings.add(ids.filter((id) => !found.has(id)).map(actionMissing));
    pages += 1;
    if (pages % pagesPerNote === 0) await findings.noteProgress();
  }
}

async function* allIds(findings: Findings): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const ids = await onPage(findings, (tx, tenantId) => listActionIds(tx, tenantId, after, actionsPerPage));
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1)!;
  }
}

async function* changedIds(findings: Findings, base: Base): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const ids = await onPage(findings, (tx, tenantId) =>
      listChangedActions(tx, tenantId, base, after, changedPerPage),
    );
    for (let start = 0; start < ids.length; start += actionsPerPage)
      yield ids.slice(start, start + actionsPerPage);
    if (ids.length < changedPerPage) return;
    after = ids.at(-1)!;
  }
}

const actionMissing = (id: number) => ({
  kind: "subject_missing",
  entity_type: "proposed_action",
  entity_id: id,
  seq: 0,
  text: "Events speak of it, and its row is gone.",
});

/** Events and receipts whose subject is gone. An incremental verification meets the events' among the changed ones. */
export async function verifyOrphans(findings: Findings, base: Base | null): Promise<void> {
  if (base) return;
  const events = await onPage(findings, (tx, tenantId) => listOrphanEvents(tx, tenantId, orphansMax));
  findings.add(
    events.map(({ entityType, entityId }) => ({ ...actionMissing(entityId), entity_type: entityType })),
  );
  const receipts = await onPage(findings, (tx, tenantId) => listOrphanReceipts(tx, tenantId, orphansMax));
  findings.add(
    receipts.map(({ id, actionId }) => ({
      ...actionMissing(actionId),
      kind: "receipt_without_push",
      text: `Receipt ${id} belongs to no push of its action.`,
    })),
  );
}
