/** The events that travel through Inngest. Bodies hold ids only: payloads and secrets stay in Postgres. */
export interface EventBodies {
  "hitl.proposed": { tenant_id: number; action_id: number };
  "hitl.approved": { tenant_id: number; action_id: number };
  "hitl.rejected": { tenant_id: number; action_id: number };
  "hitl.expired": { tenant_id: number; action_id: number };
  "hitl.cancelled": { tenant_id: number; action_id: number };
  "hitl.stale": { tenant_id: number; action_id: number };
  "hitl.applied": { tenant_id: number; action_id: number };
  /** Delivery of one push is wanted. Sent again under a new id by reconciliation, replay and released switches. */
  "ns-push.requested": { tenant_id: number; push_id: number };
}

export type EventName = keyof EventBodies;

export interface OutgoingEvent {
  id: string;
  name: string;
  data: Record<string, number>;
}
