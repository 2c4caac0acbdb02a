import type { TenantTransaction } from "@/db/client";
import {
  findInteraction,
  findInteractionByKey,
  insertInteraction,
  listMembersAmong,
  listResponses,
} from "@/db/queries/interactions/interactions";
import { appendEvent } from "@/db/queries/ledger/events";
import { listAccounts } from "@/db/queries/messages/accounts";
import type { AskInput } from "@/lib/contract/interactions/interactions";
import { AppError } from "@/lib/core/errors";
import type { ActorKind } from "@/lib/core/ledger/hash-chain";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { throwIfInvalid } from "./check-question";
import { sealQuestion } from "@/lib/gateway/ledger/seals/interaction-seal";

/** The asker: a person, an agent, or a step of a run. */
export interface Asker {
  tenantId: number;
  kind: ActorKind;
  label: string;
  userId: number | null;
  agentId: number | null;
  /** The step's run, its workflow and its key, and whether it sends something once people have approved it. */
  step: { workflowId: number; executionId: number; nodeId: string; sends: boolean } | null;
}

export interface Asking {
  /** The message, with its variables filled in, checked. */
  message: string;
  /** Unique among this asker's keys. */
  idempotencyKey: string | null;
  now: Date;
}

/**
 * Writes a checked question down, with its seal and its event. @throws AppError validation_failed 422 for a responder who is nobody of
 * the company, or a channel that it has not connected; idempotency_conflict 409 where the key asked something else.
 */
export async function putQuestion(tx: TenantTransaction, asker: Asker, input: AskInput, asking: Asking) {
  const { tenantId } = asker;
  const row = rowOf(asker, input, asking);
  await requireMembers(tx, tenantId, input);
  await requireConnected(tx, tenantId, input);
  const id = await insertInteraction(tx, row);
  if (id === null) return findAsked(tx, tenantId, row.idempotencyKey!, row.requestHash);
  await appendEvent(tx, {
    tenantId,
    actorKind: asker.kind,
    actorLabel: asker.label,
    entityType: "interaction",
    entityId: id,
    type: "interaction.created",
    details: { interaction_type: row.interactionType, timeout_seconds: row.timeoutSeconds },
  });
  return { created: true, row: (await findInteraction(tx, tenantId, id))!, responses: [] };
}

async function findAsked(tx: TenantTransaction, tenantId: number, key: string, requestHash: string) {
  const row = (await findInteractionByKey(tx, tenantId, key))!;
  if (row.requestHash !== requestHash)
    throw new AppError("idempotency_conflict", "This Idempotency-Key asked another question before.");
  return { created: false, row, responses: await listResponses(tx, tenantId, [row.id]) };
}

async function requireMembers(tx: TenantTransaction, tenantId: number, { responders }: AskInput) {
  const named = responders.flatMap((one) => ("user_id" in one ? [one.user_id] : []));
  if (named.length === 0) return;
  const members = new Set(await listMembersAmong(tx, tenantId, named));
  throwIfInvalid(
    responders.flatMap((one, index) =>
      "user_id" in one && !members.has(one.user_id)
        ? [{ path: `responders.${index}.user_id`, message: "is nobody of your company" }]
        : [],
    ),
  );
}

async function requireConnected(
  tx: TenantTransaction,
  tenantId: number,
  { channel_type: channel }: AskInput,
) {
  if (channel === "in_app") return;
  const accounts = await listAccounts(tx, tenantId);
  if (accounts.some(({ kind, state }) => kind === channel && state === "open")) return;
  throwIfInvalid([
    { path: "channel_type", message: `${channel} is not connected in your company; in_app always works` },
  ]);
}

function rowOf(asker: Asker, input: AskInput, { message, idempotencyKey, now }: Asking) {
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000);
  const { schema, options, multiple } = input.request_data;
  const isStaged = input.in_order || input.escalate_after_seconds !== undefined;
  const row = {
    tenantId: asker.tenantId,
    workflowId: asker.step?.workflowId ?? null,
    executionId: asker.step?.executionId ?? null,
    nodeId: asker.step?.nodeId ?? null,
    userId: asker.userId,
    agentId: asker.agentId,
    askedByLabel: asker.label,
    interactionType: input.interaction_type,
    channelType: input.channel_type,
    requestData: {
      message,
      ...(schema && { schema }),
      ...(options && { options }),
      ...(multiple && { multiple }),
      ...(asker.step?.sends && { sends: true }),
    },
    responders: input.responders,
    rule: input.rule,
    answersNeeded: input.rule === "all" ? input.responders.length : (input.answers_needed ?? 1),
    inOrder: input.in_order,
    asked: isStaged ? 1 : input.responders.length,
    escalateAfterSeconds: input.escalate_after_seconds ?? null,
    nextEscalationAt: after(input.escalate_after_seconds),
    reminderSeconds: input.reminder_seconds ?? null,
    nextReminderAt: after(input.reminder_seconds),
    timeoutSeconds: input.timeout_seconds,
    timeoutAt: after(input.timeout_seconds)!,
    timeoutAction: input.timeout_action,
    defaultResponse: input.default_response ?? null,
    workflowContext: input.context,
    idempotencyKey: idempotencyKey === null ? null : `${keyOf(asker)}:${idempotencyKey}`,
    requestHash: canonicalHash(input),
    createdAt: now,
  };
  return { ...row, seal: sealQuestion(row) };
}

function keyOf({ userId, agentId, step }: Asker): string {
  if (step) return `run:${step.executionId}`;
  return agentId === null ? `person:${userId}` : `agent:${agentId}`;
}
