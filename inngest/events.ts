import { eventType } from "inngest";
import { z } from "zod";

/**
 * The events that travel through Inngest. Bodies hold ids only: payloads and secrets stay in Postgres. Whoever wants to
 * follow along (a customer-health watcher, a cache) subscribes to these and touches nothing of the gateway.
 */
const actionBody = z.object({ tenant_id: z.int(), action_id: z.int() });
const pushBody = z.object({ tenant_id: z.int(), push_id: z.int() });

const action = <Name extends string>(name: Name) => eventType(name, { schema: actionBody });

export const events = {
  proposed: action("hitl.proposed"),
  approved: action("hitl.approved"),
  rejected: action("hitl.rejected"),
  expired: action("hitl.expired"),
  cancelled: action("hitl.cancelled"),
  /** Replaced by an edited version. */
  superseded: action("hitl.superseded"),
  stale: action("hitl.stale"),
  applied: action("hitl.applied"),
  /** Delivery of one push is wanted. Sent again under a new id by reconciliation, replay and released switches. */
  pushRequested: eventType("ns-push.requested", { schema: pushBody }),
};
