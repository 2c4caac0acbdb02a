import type { PushToQueue } from "@/db/queries/actions/decide";
import type { ProposedActionRow } from "@/db/schema/actions";
import { linePayloadOf, listedLineNo, writesOf } from "@/lib/action-types/payload/lines";
import { recordOf } from "@/lib/action-types/payload/record-key";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { type WriteRequest, buildWrite } from "@/lib/destinations/requests";
import { actionKey } from "@/lib/core/action/action-key";
import { destinationNameOf } from "@/lib/destinations/destination";

export interface PushRequest extends PushToQueue {
  payload: WriteRequest;
}

type StoredProposal = Pick<ProposedActionRow, "tenantId" | "payloadText" | "payloadHash" | "customerRef"> & {
  actionId: number;
};

/** The requests of a stored payload, one for each line. They follow from its canonical text and from nothing else. */
export function pushRequestsOf(stored: StoredProposal): PushRequest[] {
  const payload = JSON.parse(stored.payloadText) as ProposalPayload;
  return writesOf(payload).map((write, index) => requestOf(stored, payload.action_type, write, index + 1));
}

/** One of them; null where the payload has no such line. */
export function pushRequestOf(stored: StoredProposal, lineNo: number): PushRequest | null {
  const payload = JSON.parse(stored.payloadText) as ProposalPayload;
  const write = linePayloadOf(payload, lineNo);
  return write && requestOf(stored, payload.action_type, write, lineNo);
}

function requestOf(
  stored: StoredProposal,
  actionType: string,
  write: ProposalPayload,
  lineNo: number,
): PushRequest {
  const key = actionKey(stored.tenantId, stored.actionId, listedLineNo(actionType, lineNo));
  return {
    action_key: key,
    ...recordOf(write, stored.customerRef),
    payload: buildWrite(write, { actionKey: key, payloadHash: stored.payloadHash }),
    line_no: lineNo,
    destination: destinationNameOf(write),
  };
}
