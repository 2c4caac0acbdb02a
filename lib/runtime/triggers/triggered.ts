/** What begins runs by itself: schedules, our own events, and signed webhooks. */

import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import type { TriggerType } from "@/lib/core/run/run";
import type { Gateway } from "@/lib/gateway/context";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { beginRun } from "@/lib/runtime/runs/start-run";
import { type Json, evaluateText, evaluateValue } from "@/lib/runtime/values/evaluate";

/** What began it, as its expressions see it. */
export interface Occasion {
  tenantId: number;
  workflow: string;
  type: Extract<TriggerType, "schedule" | "event" | "webhook">;
  /** The trigger's place under `on`. */
  index: number;
  event: Json;
  /** The same occasion has the same one, where the text names no `dedupe`. */
  ref: string;
  at: Date;
  label: string;
  /** The person who brought it about. Absent, null: nobody did, or nobody knows. */
  userId?: number | null;
  /** The action that an event of ours is about. */
  actionId?: number;
}

/** `trigger_ref` of a run is at most this long. */
const REF_LENGTH_MAX = 200;

/** Begins the run of an occasion, once. @throws AppError as beginRun does; ValueError for inputs that cannot be worked out. */
export function beginTriggered(trigger: TriggerDefinition, occasion: Occasion, gateway: Gateway) {
  const { tenantId, workflow, type, index, event, at, label, userId = null, actionId } = occasion;
  const names = { event, run: { id: 0, started_at: at.toISOString(), trigger_type: type } };
  const own = trigger.dedupe === undefined ? occasion.ref : String(evaluateText(trigger.dedupe, names));
  const ref = `${index}/${own}`;
  return beginRun(
    { tenantId, userId, agentId: null, label, kind: "system" },
    {
      workflow,
      inputs: evaluateValue((trigger.inputs ?? {}) as Json, names) as Record<string, Json>,
      trigger: { type, ref: ref.length > REF_LENGTH_MAX ? sha256Hex(ref) : ref },
      ...(actionId === undefined ? {} : { eventActionId: actionId }),
    },
    gateway,
  );
}
