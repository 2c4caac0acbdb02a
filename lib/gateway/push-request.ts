import { type NetSuiteWriteRequest, type ProposalPayload, buildNetSuiteWrite } from "@/lib/core/field-map";
import { actionKey } from "@/lib/core/idempotency-key";
import { recordKeyOf } from "@/lib/core/record-key";

export interface PushRequest {
  action_key: string;
  record_key: string;
  payload: NetSuiteWriteRequest;
}

/** The push of a stored payload: rebuilt from its canonical text, and nothing else, whenever it is needed. */
export function pushRequestOf(
  tenantId: number,
  actionId: number,
  payloadText: string,
  payloadHash: string,
  customerRef: string | null,
): PushRequest {
  const payload = JSON.parse(payloadText) as ProposalPayload;
  const key = actionKey(tenantId, actionId);
  return {
    action_key: key,
    record_key: recordKeyOf(payload, customerRef),
    payload: buildNetSuiteWrite(payload, { actionKey: key, payloadHash }),
  };
}
