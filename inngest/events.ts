import { eventType } from "inngest";
import { z } from "zod";

/**
 * The events that we send through Inngest. Bodies hold ids only; payloads and secrets stay in Postgres. Subscribers
 * (lib/subscribers) follow these events and need no change in the gateway.
 */
const actionBody = z.object({ tenant_id: z.int(), action_id: z.int() });
const tenantBody = z.object({ tenant_id: z.int() });
const pushBody = z.object({ tenant_id: z.int(), push_id: z.int() });
/** `attempt`: which of its ends, as a push that was given up may be revived. */
const pushEndBody = z.object({ tenant_id: z.int(), push_id: z.int(), attempt: z.int() });
const runBody = z.object({ tenant_id: z.int(), run_id: z.int() });

const action = <Name extends string>(name: Name) => eventType(name, { schema: actionBody });

/** The changes of an action that are announced. */
export const actionEvents = {
  proposed: action("hitl.proposed"),
  approved: action("hitl.approved"),
  rejected: action("hitl.rejected"),
  expired: action("hitl.expired"),
  cancelled: action("hitl.cancelled"),
  /** Replaced by an edited version. */
  superseded: action("hitl.superseded"),
  stale: action("hitl.stale"),
  applied: action("hitl.applied"),
};

/** Ends of pushes and of runs, sent where a workflow's text waits for such. */
export const pushEndEvents = {
  applied: eventType("ns-push.applied", { schema: pushEndBody }),
  stale: eventType("ns-push.stale", { schema: pushEndBody }),
  dead: eventType("ns-push.dead", { schema: pushEndBody }),
};
export const runEndEvents = {
  succeeded: eventType("run.succeeded", { schema: runBody }),
  failed: eventType("run.failed", { schema: runBody }),
  cancelled: eventType("run.cancelled", { schema: runBody }),
};

export const events = {
  ...actionEvents,
  /** Requests the delivery of one push. Reconciliation, replay and released switches send it again under a new id. */
  pushRequested: eventType("ns-push.requested", { schema: pushBody }),
  /** Calls a worker for steps of runs; it names none. */
  runtimeWake: eventType("runtime.wake", { schema: tenantBody }),
  /** Somebody may have to be told of something; it says neither whom nor of what. */
  messagesWake: eventType("messages.wake", { schema: tenantBody }),
  /** Endpoints have to be told of something; it names neither. */
  webhooksWake: eventType("webhooks.wake", { schema: tenantBody }),
};

/** @throws Error for a name that no event of an action has. */
export function eventNamed(name: `hitl.${string}`) {
  const found = Object.values(actionEvents).find((event) => event.name === name);
  if (!found) throw new Error(`There is no event ${name}`);
  return found;
}
