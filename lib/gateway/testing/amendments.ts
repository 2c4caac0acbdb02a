import { expect } from "vitest";
import { editSchema } from "@/lib/contract/amend";
import type { Person } from "@/lib/core/access/principal";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { extendAction } from "@/lib/gateway/amend/extend-action";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { verifyLedger } from "@/lib/gateway/ledger/verify-ledger";
import { withdrawAction } from "@/lib/gateway/amend/withdraw-action";
import { approve } from "./deliver";
import type { World } from "./world";

/** The verbs of a person, as the routes call them. */
export function amendmentsOf(world: World) {
  const { gateway, approver } = world;
  return {
    edit: (
      proposal: { id: number; payload_hash: string },
      sent: Record<string, unknown>,
      by: Person = approver,
    ) =>
      editAction(
        by,
        proposal.id,
        editSchema.parse({ payload_hash: proposal.payload_hash, ...sent }),
        gateway,
      ),
    repropose: (id: number, by: Person = approver) => reproposeAction(by, id, gateway),
    undo: (id: number, reason: string | null = null, by: Person = approver) =>
      undoAction(by, id, reason, gateway),
    withdraw: (id: number, by: Person = approver) => withdrawAction(by, id, null, gateway),
    extend: (id: number, by: Person = approver, reason = "Dana is back on Monday") =>
      extendAction(by, id, reason, gateway),
    cancel: (id: number, by: Person = approver) => cancelAction(by, id, "No longer agreed", gateway),

    async push(id: number) {
      return pushLine(world.tenantId, (await world.pushOf(id)).id, gateway);
    },
    /** Approved, written and proven. */
    async apply(proposal: { id: number; payload_hash: string }) {
      await approve(world, proposal);
      expect(await this.push(proposal.id)).toEqual({ outcome: "applied" });
      return proposal;
    },
    async rowOf(id: number) {
      const [row] = await world.owner<ActionSeen[]>`
        SELECT id, status, agent_id, author_user_id, on_behalf_of_user_id, correlation_id, conversation_ref, supersedes_id,
               superseded_by_id, undo_of_id, risk_level, risk_weighed, end_reason, ended_by_label, payload_json, payload_hash,
               idempotency_key, reason
        FROM proposed_actions WHERE id = ${id}`;
      return row!;
    },
    /** The names of what is told outside about an action. */
    async outboxOf(id: number): Promise<string[]> {
      const rows = await world.owner<{ event_name: string }[]>`
        SELECT event_name FROM outbox WHERE (body_json ->> 'action_id')::bigint = ${id} ORDER BY id`;
      return rows.map((row) => row.event_name);
    },
    async expectIntact() {
      expect(await verifyLedger(world.admin, gateway)).toMatchObject({ intact: true, faults: [] });
    },
  };
}

interface ActionSeen {
  id: number;
  status: string;
  agent_id: number;
  author_user_id: number | null;
  on_behalf_of_user_id: number | null;
  correlation_id: string;
  conversation_ref: string | null;
  supersedes_id: number | null;
  superseded_by_id: number | null;
  undo_of_id: number | null;
  risk_level: number;
  risk_weighed: Record<string, number | null>;
  end_reason: string | null;
  ended_by_label: string | null;
  payload_json: {
    changes: { field: string; from?: string | null; to: string }[];
    context: Record<string, unknown>;
  };
  payload_hash: string;
  idempotency_key: string | null;
  reason: string;
}
