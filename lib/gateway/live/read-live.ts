/** This room reads the record of an action as it is now, keeps what was found, and says what could be proposed from there. */

import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type ReadableAction,
  keepReading,
  listReadable,
  readClock,
} from "@/db/queries/actions/live-readings";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import type { LiveReadings, LiveView, Reproposal } from "@/lib/contract/actions/live-view";
import { isRoll } from "@/lib/action-types/payload/lines";
import { type LiveFinding, whyNotApprovable } from "@/lib/core/action/live-finding";
import { refusalOf } from "@/lib/core/action/amend-rules";
import { AppError, noSuchAction } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { LANE_HALTED } from "@/lib/core/push/lane-words";
import { goesByLane } from "@/lib/core/push/push";
import type { ReadOutcome } from "@/lib/core/push/verdict";
import { destinationNameOf } from "@/lib/destinations/destination";
import { destinationReaderOf, netSuiteReaderOf } from "@/lib/gateway/netsuite-accounts";
import { buildRead } from "@/lib/destinations/requests";
import { takeReadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { previewVersion } from "@/lib/gateway/amend/preview-version";
import { bindToRead, permissionIn, versionOf } from "@/lib/gateway/amend/propose-version";
import { reproposalRequestOf } from "@/lib/gateway/amend/repropose-action";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { liveReadOf } from "@/lib/gateway/propose/prepare-proposal";
import { readAmendable } from "@/lib/gateway/read/actions/amend-facts";
import { compareLive } from "@/lib/gateway/read/actions/compare-live";
import { requireSightIn } from "@/lib/gateway/read/actions/sight";

/**
 * The record as it is in NetSuite now, for comparison with the proposal, and the proposal that could be made from there. A
 * fault of NetSuite gives `unreadable`. The reading is stored for the claim.
 * @throws AppError not_found; not_allowed 403 where content is hidden.
 */
export async function readLive(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<LiveView> {
  const { items } = await readEach(person, [id], gateway);
  if (!items[0]) throw noSuchAction();
  return items[0].live;
}

/** The same of several actions that wait, with one request to NetSuite, so that a decision need not wait for its own. */
export async function readLiveReadings(
  person: Person,
  ids: readonly number[],
  gateway: Gateway = getGateway(),
): Promise<LiveReadings> {
  return readEach(person, ids, gateway, ({ status }) => status === "pending");
}

interface Subject {
  action: ReadableAction;
  payload: ProposalPayload;
  /** Why its record is not read; null: it is. */
  unread: string | null;
}

async function readEach(
  person: Person,
  ids: readonly number[],
  gateway: Gateway,
  isWanted: (action: ReadableAction) => boolean = () => true,
): Promise<LiveReadings> {
  const { tenantId } = person;
  const { actions, laneOpen, readAt } = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireSightIn(tx, person, "Live values are");
    return {
      actions: await listReadable(tx, tenantId, ids),
      laneOpen: await isLaneOpen(tx, tenantId),
      readAt: await readClock(tx),
    };
  });
  const subjects = ids.flatMap((id): Subject[] => {
    const action = actions.find((row) => row.id === id);
    if (!action || !isWanted(action)) return [];
    const payload = JSON.parse(action.payloadText) as ProposalPayload;
    return [{ action, payload, unread: whyUnread(payload, laneOpen) }];
  });
  if (subjects.some(({ unread }) => unread === null)) await takeReadQuota(person, gateway);
  const outcomes = await readRecords(subjects, person, gateway);
  const items: LiveReadings["items"] = [];
  for (const { action, payload, unread } of subjects) {
    const outcome = outcomes.get(action.id);
    const live = outcome
      ? await viewOf(person, { action, payload, outcome, readAt }, gateway)
      : unreadable(unread ?? "It was not read.");
    items.push({ id: action.id, live });
  }
  return { items };
}

function whyUnread(payload: ProposalPayload, laneOpen: boolean): string | null {
  if (isRoll(payload.action_type)) return "A roll is read line by line.";
  return !laneOpen && goesByLane(destinationNameOf(payload)) ? LANE_HALTED : null;
}

/** Several records of NetSuite share one request. Asks the network: no transaction is open. */
async function readRecords(
  subjects: readonly Subject[],
  { tenantId, userId }: Person,
  gateway: Gateway,
): Promise<Map<number, ReadOutcome>> {
  const asker = `person ${userId}`;
  const open = subjects.filter(({ unread }) => unread === null);
  const outcomes = new Map<number, ReadOutcome>();
  const inNetSuite = open.filter(({ payload }) => destinationNameOf(payload) === "netsuite");
  if (inNetSuite.length > 1) {
    const answers = await netSuiteReaderOf(gateway, tenantId).readMany(
      inNetSuite.map(({ payload }) => buildRead(payload)),
      asker,
    );
    for (const [index, { action }] of inNetSuite.entries()) outcomes.set(action.id, answers[index]!);
  }
  for (const { action, payload } of open) {
    if (outcomes.has(action.id)) continue;
    const read = destinationReaderOf(gateway, tenantId, destinationNameOf(payload));
    outcomes.set(action.id, await read(buildRead(payload), asker));
  }
  return outcomes;
}

interface Reading {
  action: ReadableAction;
  payload: ProposalPayload;
  outcome: ReadOutcome;
  /** The time of the reading, by the database's clock. */
  readAt: string;
}

async function viewOf(person: Person, reading: Reading, gateway: Gateway): Promise<LiveView> {
  const { action, payload, outcome } = reading;
  const read_at = gateway.clock.now().toISOString();
  if (outcome.class === "stale") {
    const finding = outcome.reason === "target_changed" ? "elsewhere" : "missing";
    const why_not_approvable = await keep(person, reading, finding, null, gateway);
    if (finding === "missing") return { state: "record_missing", read_at, why_not_approvable };
    return {
      ...unreadable(
        "The names in this proposal now lead to another record in NetSuite; it would not be written.",
      ),
      why_not_approvable,
    };
  }
  if (outcome.class !== "read") return unreadable(outcome.publicMessage);
  const { finding, values } = compareLive(action, payload, outcome.values);
  const reproposal = await inTenant(gateway.database, person.tenantId, (tx) =>
    previewFrom(tx, person, reading, finding, gateway.clock.now()),
  );
  return {
    state: "read",
    read_at,
    values,
    drifted: finding !== "holds",
    last_modified_at: outcome.facts.last_modified_at ?? null,
    last_modified_by: outcome.facts.last_modified_by ?? null,
    why_not_approvable: await keep(person, reading, finding, reproposal?.risk_level ?? null, gateway),
    reproposal,
  };
}

/** Keeps what was found for the claim, and says whether it speaks against an approval. */
async function keep(
  person: Person,
  { action, readAt }: Reading,
  finding: LiveFinding,
  riskLevel: number | null,
  gateway: Gateway,
): Promise<string | null> {
  if (action.status !== "pending") return null;
  await inTenant(gateway.database, person.tenantId, (tx) =>
    keepReading(tx, person.tenantId, { actionId: action.id, readAt, finding, riskLevel }),
  );
  return whyNotApprovable(finding, { stored: action.riskLevel, live: riskLevel });
}

/** Null: nothing moved, or nothing can be proposed from there. A viewer who sees content sees the figures too. */
async function previewFrom(
  tx: TenantTransaction,
  person: Person,
  { action: { id, status }, outcome }: Reading,
  finding: LiveFinding,
  now: Date,
): Promise<Reproposal | null> {
  if (finding === "holds" && status === "pending") return null;
  const earlier = await readAmendable(tx, person, id);
  const refusal = refusalOf("repropose", { ...earlier.facts, finding });
  if (refusal !== null && status !== "pending") return null;
  try {
    const request = reproposalRequestOf(person, earlier);
    const permission = await permissionIn(tx, request);
    const bound = bindToRead(request, liveReadOf(outcome));
    const preview = await previewVersion(tx, versionOf(request, bound, permission, now), person, id);
    return { ...preview, why_not: refusal?.why ?? null };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const unreadable = (reason: string): Extract<LiveView, { state: "unreadable" }> => ({
  state: "unreadable",
  reason,
  why_not_approvable: null,
});
