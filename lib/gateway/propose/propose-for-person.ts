import { randomUUID } from "node:crypto";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import type { Person } from "@/lib/core/access/principal";
import { currentCorrelation } from "@/lib/correlation";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { CHAT_TOOL_ANSWERS, assertSeesContent } from "@/lib/gateway/read/actions/sight";
import { inAppAgentFor, keyOfPerson } from "@/lib/gateway/access/agents/in-app-agent";
import { type ProposeResult, proposeAction } from "./propose-action";

/**
 * Proposes as the tenant's in-app agent, on behalf of a signed-in person.
 * @throws AppError unauthenticated 401 where the person was removed meanwhile; not_allowed 403 where the tenant has no such agent (or it was revoked), and where content is hidden
 *   from this person, because a tool's answers hold live values; everything proposeAction throws.
 */
export async function proposeForPerson(
  person: Person,
  command: { input: ProposalInput; idempotencyKey: string },
  gateway: Gateway = getGateway(),
): Promise<ProposeResult> {
  await assertSeesContent(person, CHAT_TOOL_ANSWERS, gateway);
  return proposeAction(
    await inAppAgentFor(person, gateway),
    {
      input: command.input,
      idempotencyKey: keyOfPerson(person.userId, command.idempotencyKey),
      correlationId: currentCorrelation()?.correlationId ?? randomUUID(),
      traceId: currentCorrelation()?.traceId ?? null,
      spanId: currentCorrelation()?.spanId ?? null,
    },
    gateway,
  );
}
