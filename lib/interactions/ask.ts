/** This room holds questions to people: asking, answering, correcting, cancelling, and what follows when nobody answers in time. */

import { inTenant } from "@/db/client";
import type { AskInput, InteractionView } from "@/lib/contract/interactions/interactions";
import { mayAsk } from "@/lib/core/interaction/responders";
import { AppError } from "@/lib/core/errors";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotHeldBack } from "@/lib/gateway/propose/pending-quotas";
import { checkQuestion } from "./check-question";
import { type Asker, putQuestion } from "./put-question";
import { type Caller, viewOf } from "./view";

export interface AskResult {
  /** False: an earlier call with this key had asked the question. */
  created: boolean;
  interaction: InteractionView;
}

/**
 * Asks people a question. A second call with the same idempotency key and question returns the first one. @throws AppError not_allowed 403 for viewers; agent_paused 403;
 *   idempotency_conflict 409; validation_failed 422, naming the field.
 */
export async function ask(
  caller: Caller,
  input: AskInput,
  idempotencyKey: string | null = null,
  gateway: Gateway = getGateway(),
): Promise<AskResult> {
  assertMayAsk(caller);
  const { tenantId } = caller;
  const message = checkQuestion(input);
  const now = gateway.clock.now();
  const { created, row, responses } = await inTenant(gateway.database, tenantId, async (tx) => {
    const put = await putQuestion(tx, askerOf(caller), input, { message, idempotencyKey, now });
    // Read after the insert, whose foreign key waits for whoever changes the agent. A repeat asks nobody again.
    if (put.created && caller.kind === "agent") await assertNotHeldBack(tx, caller);
    return put;
  });
  if (created) afterCommit(gateway, tenantId);
  return { created, interaction: viewOf(row, responses, caller, now) };
}

/** @throws AppError not_allowed 403 for viewers. */
export function assertMayAsk(caller: Caller): void {
  if (caller.kind === "person" && !mayAsk(caller.role))
    throw new AppError("not_allowed", "Questions are asked by approvers and administrators.");
}

const askerOf = (caller: Caller): Asker => ({
  tenantId: caller.tenantId,
  kind: caller.kind,
  label: caller.name,
  userId: caller.kind === "person" ? caller.userId : null,
  agentId: caller.kind === "agent" ? caller.agentId : null,
  step: null,
});
