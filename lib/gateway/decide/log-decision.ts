import type { DecisionContextRow } from "@/db/queries/actions/decide";
import type { Person } from "@/lib/core/access/principal";
import { aboutAction } from "@/lib/correlation";
import { log } from "@/lib/log";
import type { DecideCommand } from "@/lib/channels/channel";

/** Logs one line per answered decision, under the correlation id of the action's proposal. */
export function logDecision(
  person: Person,
  command: DecideCommand,
  context: DecisionContextRow,
  outcome: string,
): void {
  const { actionId, decision, channel } = command;
  const { tenantId, userId } = person;
  aboutAction(correlationOfContext(context), () =>
    log.info({ tenantId, actionId, decision, channel, userId, outcome }, "A decision was answered"),
  );
}

/** The correlation and trace of the action's proposal, under which its decision is logged. */
export function correlationOfContext({ correlationId, traceId, spanId }: DecisionContextRow) {
  return { correlationId, traceId, spanId };
}
