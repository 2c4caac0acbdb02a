import type { TenantTransaction } from "@/db/client";
import {
  type BundledActionRow,
  findBundledRun,
  listActionsOfRun,
  listBundledActionReceipts,
  listBundledActions,
  listBundledDecisions,
  listBundledPushes,
  listBundledStepReceipts,
  listBundledSteps,
} from "@/db/queries/ledger/bundle-rows";
import { type WaitingBundle, hasWaitingEvents } from "@/db/queries/ledger/bundles";
import { type LinkRow, listLinks } from "@/db/queries/ledger/evidence";
import type { BundledAction, BundledEvent, BundledPush, BundledRun } from "@/lib/core/ledger/bundle/files";
import type { BundleContents } from "@/lib/core/ledger/bundle/make-bundle";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { type ProposalPayload, changedFieldsOf } from "@/lib/core/payload/payload";
import { isoOf } from "@/lib/core/values/time";
import { findUnproven } from "@/lib/gateway/ledger/find-unproven";
import type { CheckpointIndex } from "./checkpoint-index";
import { gatherQuestions } from "./gather-questions";
import { readModelCosts } from "./read-model-costs";

/**
 * Everything that a bundle holds, as one snapshot shows it. Null: an event of it waits for its checkpoint still, and the next
 * sealing asks again.
 */
export async function gatherBundle(
  tx: TenantTransaction,
  tenantId: number,
  { subjectType: kind, subjectId: id, endedAt }: WaitingBundle,
  { index, sealedAt }: { index: CheckpointIndex; sealedAt: string },
): Promise<BundleContents | null> {
  const run = kind === "run" ? await gatherRun(tx, tenantId, id) : null;
  const actionIds = run ? await listActionsOfRun(tx, tenantId, id) : [id];
  const questions = run ? await gatherQuestions(tx, tenantId, id) : [];
  // The run that asked has ended, so its question is cancelled within a minute; the bundle is made after that.
  if (questions.some(({ status }) => status === "pending")) return null;
  const linksOf = async (entityType: string, ids: readonly number[]) =>
    (await listLinks(tx, tenantId, entityType, ids)).map((link) => ({ ...link, entityType }));
  const links = [
    ...(await linksOf("run", run ? [id] : [])),
    ...(await linksOf("proposed_action", actionIds)),
    ...(await linksOf(
      "interaction",
      questions.map((question) => question.id),
    )),
  ];
  const isCovered =
    (await index.refresh(tx)) &&
    !(await hasWaitingEvents(
      tx,
      tenantId,
      links.map((link) => link.id),
    ));
  if (!isCovered) return null;
  if (run) await assertProven(tx, tenantId, { id, links });
  const events: BundledEvent[] = [];
  for (const link of links) events.push(await eventOf(tx, link, index));
  const actions = await gatherActions(tx, tenantId, actionIds);
  const status = run ? run.status : actions[0]!.status;
  return {
    subject: { kind, id, tenant_id: tenantId, status, ended_at: run ? run.ended_at : isoOf(endedAt) },
    sealedAt,
    run,
    steps: run ? await listBundledSteps(tx, tenantId, id) : [],
    actions,
    decisions: await listBundledDecisions(tx, tenantId, actionIds),
    receipts: {
      actions: await listBundledActionReceipts(tx, tenantId, actionIds),
      steps: run ? await listBundledStepReceipts(tx, tenantId, id) : [],
    },
    costs: run ? await readModelCosts(tx, tenantId, id) : [],
    questions,
    events,
    checkpoints: index.withHead(events.map(({ checkpoint }) => checkpoint)),
  };
}

/** A signature under a run that somebody else than the app brought to its end would vouch for it. */
async function assertProven(
  tx: TenantTransaction,
  tenantId: number,
  run: { id: number; links: readonly LinkRow[] },
): Promise<void> {
  const [unproven] = await findUnproven(tx, tenantId, [run]);
  if (unproven) throw new Error(`run ${run.id} is not vouched for: ${unproven.text}`);
}

async function gatherRun(tx: TenantTransaction, tenantId: number, id: number): Promise<BundledRun> {
  const row = await findBundledRun(tx, tenantId, id);
  if (!row) throw new Error(`run ${id} is gone`);
  const { inputsJson, ...run } = row;
  const inputs = Object.entries(inputsJson)
    .map(([name, value]) => ({ name, sha256: canonicalHash(value) }))
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return { ...run, inputs };
}

async function eventOf(
  tx: TenantTransaction,
  { id, entityType, entityId, seq, prevHash, hash, bodyText }: LinkRow & { entityType: string },
  index: CheckpointIndex,
): Promise<BundledEvent> {
  const place = await index.prove(tx, id);
  return {
    id,
    entity_type: entityType,
    entity_id: entityId,
    seq,
    prev_hash: prevHash,
    hash,
    body: bodyText,
    ...place,
  };
}

async function gatherActions(
  tx: TenantTransaction,
  tenantId: number,
  ids: readonly number[],
): Promise<BundledAction[]> {
  const rows = await listBundledActions(tx, tenantId, ids);
  if (rows.length !== ids.length) throw new Error("an action of the bundle is gone");
  const pushes = await listBundledPushes(tx, tenantId, ids);
  return rows.map((row) =>
    actionOf(
      row,
      pushes.filter(({ actionId }) => actionId === row.id).map(({ push }) => push),
    ),
  );
}

function actionOf(row: BundledActionRow, pushes: BundledPush[]): BundledAction {
  return {
    id: row.id,
    status: row.status,
    action_type: row.actionType,
    entity: { type: row.entityType, ref: row.entityRef },
    payload_sha256: row.payloadHash,
    fields: changedFieldsOf(row.payloadJson as ProposalPayload),
    tier: {
      level: row.riskLevel,
      rule: row.riskRule,
      raised_from: row.raisedFrom,
      claimed: row.claimedRiskLevel,
    },
    proposed_by: {
      agent_id: row.agentId,
      agent: row.agent,
      on_behalf_of: row.onBehalfOfUserId,
      author: row.authorUserId,
      model: row.model,
    },
    policy: {
      version: row.policyVersion,
      hash: row.policyHash,
      rule: row.policyRule,
      approvals: row.requiredApprovals,
      step_up: row.requiresStepUp,
    },
    live_reading: {
      read_at: isoOf(row.factsReadAt),
      sha256: row.factsHash,
      precondition: row.hasPrecondition,
    },
    decided:
      row.decision === null
        ? null
        : {
            decision: row.decision,
            by: row.decidedBy,
            by_kind: row.decidedByKind,
            at: isoOf(row.decidedAt!),
          },
    ended: row.endedAt === null ? null : { at: isoOf(row.endedAt), by: row.endedBy },
    applied_at: isoOf(row.appliedAt),
    supersedes: row.supersedesId,
    superseded_by: row.supersededById,
    undo_of: row.undoOfId,
    created_at: isoOf(row.createdAt),
    expires_at: isoOf(row.expiresAt),
    pushes,
    chain: { seq: row.chainSeq, hash: row.chainHead },
  };
}
