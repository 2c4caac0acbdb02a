import type { Database } from "@/db/client";
import type { SeenSwitch } from "@/db/queries/controls/kill-switches";
import { type PushContext, type PushRows, readPush } from "@/db/queries/pushes/pushes";
import { type PolicyAnswer, policyFactsOf } from "@/lib/core/access/policy";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import type { OwnAccount } from "@/lib/gateway/netsuite-accounts";
import { askPush, policyEngineOf } from "@/lib/policy/active-policy";

/** A push as it was read outside any lock, the policy's answer to sending it, and the switches with it. */
export interface PushFacts {
  context: PushContext;
  /** Both looks compare them with the table: a switch that moved since does not let the push pass. */
  switches: readonly SeenSwitch[];
  answer: PolicyAnswer;
  /** The tenant's own NetSuite account; null: it has none of its own. The lease compares it with the push's. */
  account: OwnAccount | null;
}

/** An action's lines that something can be done about now, as they were read outside any lock. */
export interface DueLines {
  due: { id: number; turn: string }[];
  /** The facts of the only due line, where that is the one asked for: most actions have one line. */
  only: PushFacts | null;
}

/** A reading from before its push was requested. */
export interface ReadAhead {
  /** Null: it could not be read, or more than this one line is due. */
  lines: Promise<DueLines | null>;
  /** Its start, ms since 1970. */
  at: number;
}

/** Outside any transaction: a policy takes a while to parse the first time. */
export function judgePush(
  tenantId: number,
  { context, approverCount, policy, switches, account }: PushRows,
): PushFacts {
  const facts = policyFactsOf(context, { tenantId, agentName: context.agentName, approverCount });
  const answer = askPush(policyEngineOf(tenantId, policy), { facts });
  return { context, switches: judgeSwitches(switches ?? []), answer, account };
}

/** Null: no such push in this tenant. */
export async function readPushFacts(
  database: Database,
  tenantId: number,
  pushId: number,
): Promise<PushFacts | null> {
  const rows = await readPush(database, tenantId, pushId);
  return rows && judgePush(tenantId, rows);
}
