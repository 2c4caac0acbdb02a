import { isRoll, linePayloadOf } from "@/lib/action-types/payload/lines";
import { recordKeyOf } from "@/lib/action-types/payload/record-key";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { type NetSuiteWriteRequest, buildNetSuiteWrite } from "@/lib/destinations/requests";
import { actionKey } from "@/lib/core/action/idempotency-key";
import type { DestinationName } from "@/lib/core/push/push";
import { destinationNameOf } from "@/lib/destinations/destination";

export interface PushRequest {
  action_key: string;
  record_key: string;
  payload: NetSuiteWriteRequest;
  /** 0: the only write of its action; otherwise the line of a roll, from 1. */
  line_no: number;
  destination: DestinationName;
}

interface StoredProposal {
  tenantId: number;
  actionId: number;
  payloadText: string;
  payloadHash: string;
  customerRef: string | null;
}

/** What a stored payload sends: rebuilt from its canonical text, and nothing else, whenever it is needed. */
export function pushRequestsOf(stored: StoredProposal): PushRequest[] {
  const payload = JSON.parse(stored.payloadText) as ProposalPayload;
  const lineNos = isRoll(payload) ? (payload.lines ?? []).map((_, index) => index + 1) : [0];
  return lineNos.map((lineNo) => requestOf(stored, linePayloadOf(payload, lineNo)!, lineNo));
}

/** One of them; null where the payload has no such line. */
export function pushRequestOf(stored: StoredProposal, lineNo: number): PushRequest | null {
  const payload = JSON.parse(stored.payloadText) as ProposalPayload;
  const write = linePayloadOf(payload, lineNo);
  return write && requestOf(stored, write, lineNo);
}

function requestOf(stored: StoredProposal, write: ProposalPayload, lineNo: number): PushRequest {
  const key = actionKey(stored.tenantId, stored.actionId, lineNo);
  return {
    action_key: key,
    record_key: recordKeyOf(write, stored.customerRef),
    payload: buildNetSuiteWrite(write, { actionKey: key, payloadHash: stored.payloadHash }),
    line_no: lineNo,
    destination: destinationNameOf(write),
  };
}
