/** This room holds questions to people: asking, answering, correcting, cancelling, and what follows when nobody answers in time. */

import { type TenantTransaction, inTenant } from "@/db/client";
import {
  findInteraction,
  findInteractionByKey,
  insertInteraction,
  listMembersAmong,
  listResponses,
} from "@/db/queries/interactions/interactions";
import { appendEvent } from "@/db/queries/ledger/events";
import type { AskInput, InteractionView } from "@/lib/contract/interactions/interactions";
import { AppError } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { checkQuestion, refuseWhere } from "./check-question";
import { sealQuestion } from "./seals";
import { type Caller, viewOf } from "./view";

export interface AskedQuestion {
  /** False: the key asked it before. */
  created: boolean;
  interaction: InteractionView;
}

/**
 * Asks people. The same idempotency key and question twice is one. @throws AppError not_allowed 403 for viewers;
 *   idempotency_conflict 409; validation_failed 422, naming the field.
 */
export async function ask(
  caller: Caller,
  input: AskInput,
  idempotencyKey: string | null = null,
  gateway: Gateway = getGateway(),
): Promise<AskedQuestion> {
  if (caller.kind === "person" && caller.role === "viewer")
    throw new AppError("not_allowed", "Questions are asked by approvers and administrators.");
  const { tenantId } = caller;
  const message = checkQuestion(input);
  if (input.channel_type !== "in_app")
    refuseWhere([{ path: "channel_type", message: `${input.channel_type} is not set up; in_app is` }]);
  const row = rowOf(caller, input, { message, idempotencyKey, now: gateway.clock.now() });
  const asked = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireMembers(tx, tenantId, input);
    const id = await insertInteraction(tx, row);
    if (id === null) return findAsked(tx, row.tenantId, row.idempotencyKey!, row.requestHash);
    await appendEvent(tx, {
      tenantId,
      actorKind: caller.kind,
      actorLabel: caller.name,
      entityType: "interaction",
      entityId: id,
      type: "interaction.created",
      details: { interaction_type: row.interactionType, timeout_seconds: row.timeoutSeconds },
    });
    return { created: true, row: (await findInteraction(tx, tenantId, id))!, responses: [] };
  });
  if (asked.created) afterCommit(gateway, tenantId);
  const interaction = viewOf(asked.row, asked.responses, caller, gateway.clock.now());
  return { created: asked.created, interaction };
}

/** @throws AppError idempotency_conflict 409 where the key asked something else. */
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
  refuseWhere(
    responders.flatMap((one, index) =>
      "user_id" in one && !members.has(one.user_id)
        ? [{ path: `responders.${index}.user_id`, message: "is nobody of your company" }]
        : [],
    ),
  );
}

interface Asking {
  message: string;
  idempotencyKey: string | null;
  now: Date;
}

function rowOf(caller: Caller, input: AskInput, { message, idempotencyKey, now }: Asking) {
  const after = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000);
  const { schema, options, multiple } = input.request_data;
  const isStaged = input.in_order || input.escalate_after_seconds !== undefined;
  const asker = caller.kind === "agent" ? `agent:${caller.agentId}` : `person:${caller.userId}`;
  const row = {
    tenantId: caller.tenantId,
    executionId: null,
    nodeId: null,
    userId: caller.kind === "person" ? caller.userId : null,
    agentId: caller.kind === "agent" ? caller.agentId : null,
    askedByLabel: caller.name,
    interactionType: input.interaction_type,
    channelType: input.channel_type,
    requestData: {
      message,
      ...(schema && { schema }),
      ...(options && { options }),
      ...(multiple && { multiple }),
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
    idempotencyKey: idempotencyKey === null ? null : `${asker}:${idempotencyKey}`,
    requestHash: canonicalHash(input),
    createdAt: now,
  };
  return { ...row, seal: sealQuestion(row) };
}
