import { type NetSuiteWriteRequest, type ProposalPayload, buildNetSuiteWrite } from "@/lib/core/field-map";
import { actionKey } from "@/lib/core/idempotency-key";
import { recordKeyOf } from "@/lib/core/record-key";

export interface PushRequest {
  action_key: string;
  record_key: string;
  payload: NetSuiteWriteRequest;
  /** 0: the only write of its action; otherwise the line of a roll, from 1. */
  line_no: number;
  destination: "netsuite" | "internal";
}

/** What a stored payload sends: rebuilt from its canonical text, and nothing else, whenever it is needed. */
export function pushRequestsOf(stored: {
  tenantId: number;
  actionId: number;
  payloadText: string;
  payloadHash: string;
  customerRef: string | null;
}): PushRequest[] {
  const payload = JSON.parse(stored.payloadText) as ProposalPayload;
  const key = actionKey(stored.tenantId, stored.actionId);
  return [
    {
      action_key: key,
      record_key: recordKeyOf(payload, stored.customerRef),
      payload: buildNetSuiteWrite(payload, { actionKey: key, payloadHash: stored.payloadHash }),
      line_no: 0,
      destination: "netsuite",
    },
  ];
}
