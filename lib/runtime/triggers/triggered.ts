/** Triggers that begin runs: schedules, our own events, and signed webhooks. */

import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import type { TriggerType } from "@/lib/core/run/run";
import type { Gateway } from "@/lib/gateway/context";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { beginRun } from "@/lib/runtime/runs/start-run";
import {
  type Json,
  type Names,
  ValueError,
  evaluateText,
  evaluateValue,
} from "@/lib/runtime/values/evaluate";

/** The trigger's event as expressions see it. */
export interface Occasion {
  tenantId: number;
  workflow: string;
  type: Extract<TriggerType, "schedule" | "event" | "webhook">;
  event: Json;
  /** The same occasion has the same one, where the text names no `dedupe`. */
  ref: string;
  at: Date;
  label: string;
  /** The person who brought it about. Absent, null: nobody did, or nobody knows. */
  userId?: number | null;
  /** The action, or the run, that an event of ours is about. */
  actionId?: number;
  runId?: number;
}

/** `trigger_ref` of a run is at most this long. */
const REF_LENGTH_MAX = 200;

/**
 * Begins the run of an occasion, once, for the trigger at this place under `on`.
 * @throws AppError as beginRun does; ValueError for inputs that cannot be worked out.
 */
export function beginTriggered(
  on: readonly TriggerDefinition[],
  index: number,
  occasion: Occasion,
  gateway: Gateway,
) {
  const trigger = on[index]!;
  const { tenantId, workflow, type, event, at, label, userId = null, actionId, runId } = occasion;
  const names = { event, run: { id: 0, started_at: at.toISOString(), trigger_type: type } };
  const own = trigger.dedupe === undefined ? occasion.ref : dedupeOf(trigger.dedupe, names);
  const formerOwn = type === "event" && trigger.dedupe === undefined ? `${trigger.event}/${own}` : own;
  return beginRun(
    { tenantId, userId, agentId: null, label, kind: "system" },
    {
      workflow,
      inputs: evaluateValue((trigger.inputs ?? {}) as Json, names) as Record<string, Json>,
      trigger: {
        type,
        ref: withinLength(`${nameOf(on, index)}/${own}`),
        formerRef: withinLength(`${index}/${formerOwn}`),
      },
      ...(actionId === undefined ? {} : { eventActionId: actionId }),
      ...(runId === undefined ? {} : { eventRunId: runId }),
    },
    gateway,
  );
}

/** All lists, all maps and all that is nothing would be one occasion, and each but the first of them lost. */
function dedupeOf(text: string, names: Names): string {
  const value = evaluateText(text, names);
  if (typeof value === "number" || (typeof value === "string" && value !== "")) return String(value);
  throw new ValueError("`dedupe` gives no text and no number that would tell this occasion from another.");
}

const withinLength = (ref: string): string => (ref.length > REF_LENGTH_MAX ? sha256Hex(ref) : ref);

/** The identity of a trigger that survives publication: its name, and its number among those of that name. */
function nameOf(on: readonly TriggerDefinition[], index: number): string {
  const name = ownName(on[index]!);
  const before = on.slice(0, index).filter((trigger) => ownName(trigger) === name).length;
  return before === 0 ? name : `${name}#${before + 1}`;
}
const ownName = ({ event, webhook, schedule, timezone }: TriggerDefinition): string =>
  event ?? webhook ?? `${schedule} ${timezone ?? "UTC"}`;
