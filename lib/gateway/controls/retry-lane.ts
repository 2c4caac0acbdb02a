import { type TenantTransaction, inTenant } from "@/db/client";
import { listActions, readActionRow } from "@/db/queries/actions/actions";
import { letLaneBeTried, takeFirstWaiting } from "@/db/queries/pushes/lanes";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { readStoredSwitches } from "@/db/queries/controls/kill-switches";
import { readLaneStatus } from "@/db/queries/controls/overview";
import { requestDelivery } from "@/db/queries/pushes/push-delivery";
import { findEngagedSwitch } from "@/db/queries/pushes/pushes";
import type { LaneRetry } from "@/lib/contract/monitoring/overview";
import { AppError } from "@/lib/core/errors";
import { linePayloadOf } from "@/lib/action-types/payload/lines";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead } from "@/lib/destinations/requests";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { ReadOutcome } from "@/lib/core/push/verdict";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { netSuiteReaderOf } from "@/lib/gateway/netsuite-accounts";
import { judgeSwitches } from "@/lib/gateway/controls/switch-seal";
import { laneSubjectOf, reopenLane, stopLane } from "./lane-events";
import type { LaneState } from "@/lib/core/push/push";

/**
 * Tries a halted account now instead of at its next time. It requests the first waiting push, and only that push goes
 * through. If none waits, or a kill switch blocks them, it reads the newest proposal's record, which writes nothing.
 * @throws AppError not_allowed 403; lane_open 409 if the lane is not halted.
 */
export async function retryLane(person: Person, gateway: Gateway = getGateway()): Promise<LaneRetry> {
  requireRole(person, "admin");
  const { tenantId } = person;
  const retry = await inTenant(gateway.database, tenantId, (tx) => requestRetry(tx, person, gateway));
  afterCommit(gateway, tenantId);
  const { waiting, actionId } = retry;
  if (actionId !== null) return { waiting, tried: "push", action_id: actionId, state: "halted" };
  if (!retry.payload) return { waiting, tried: "nothing", action_id: null, state: "halted" };
  const answer = await netSuiteReaderOf(gateway, tenantId).read(buildRead(retry.payload));
  const state = await settleReading(tenantId, answer, gateway);
  return { waiting, tried: "read", action_id: null, state };
}

async function requestRetry(tx: TenantTransaction, person: Person, gateway: Gateway) {
  const { tenantId } = person;
  if (!(await letLaneBeTried(tx, tenantId)))
    throw new AppError("lane_open", "The lane is open: there is nothing to try.");
  const halts = ["ns_writes", "proposed_apply"];
  const switches = judgeSwitches(await readStoredSwitches(tx, tenantId));
  const engaged = await findEngagedSwitch(tx, tenantId, halts, gateway.switchesFromEnvironment, switches);
  const first = engaged ? null : await takeFirstWaiting(tx, tenantId);
  if (first) await requestDelivery(tx, tenantId, first.id);
  await appendEvent(tx, {
    ...byPerson(person),
    ...laneSubjectOf(tenantId),
    type: "lane.retry_requested",
    details: { user_id: person.userId, action_id: first?.actionId ?? null },
  });
  return {
    waiting: (await readLaneStatus(tx, tenantId))?.waiting ?? 0,
    actionId: first?.actionId ?? null,
    payload: first ? null : await readNewestPayload(tx, tenantId),
  };
}

/** The first line of the newest action. Null: there is no action. */
async function readNewestPayload(tx: TenantTransaction, tenantId: number): Promise<ProposalPayload | null> {
  const everything = { status: "all", sort: "newest", limit: 1, seesContent: true } as const;
  const {
    rows: [newest],
  } = await listActions(tx, tenantId, everything, null);
  const row = newest && (await readActionRow(tx, tenantId, newest.action.id));
  if (!row) return null;
  return linePayloadOf(JSON.parse(row.payloadText) as ProposalPayload, 1);
}

/** Any answer from the account itself opens the lane, even a refusal of this read: NetSuite let us in. */
async function settleReading(tenantId: number, answer: ReadOutcome, gateway: Gateway): Promise<LaneState> {
  if (answer.class === "not_executed" || answer.class === "unknown") return "halted";
  await inTenant(gateway.database, tenantId, async (tx) => {
    if (answer.class !== "lane_halt") return void (await reopenLane(tx, tenantId, { actionId: null }));
    const { code, publicMessage: message } = answer;
    await stopLane(tx, tenantId, { code, message, actionId: null, actionType: null });
  });
  afterCommit(gateway, tenantId);
  return answer.class === "lane_halt" ? "halted" : "open";
}
