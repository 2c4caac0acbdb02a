import { agentFromRequest } from "@/lib/auth/session/principals";
import { PROPOSAL_LIMITS, proposalSchema } from "@/lib/contract/proposal";
import { AppError } from "@/lib/core/errors";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request, { correlationId, traceId }) => {
  const agent = await agentFromRequest(request);
  const input = await readJsonBody(request, proposalSchema);
  const idempotencyKey = idempotencyKeyOf(request);
  const { created, proposal } = await proposeAction(agent, { input, idempotencyKey, correlationId, traceId });
  return json(proposal, created ? 201 : 200);
});

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= PROPOSAL_LIMITS.idempotencyKeyLengthMax) return key;
  throw new AppError(
    "malformed_request",
    "Idempotency-Key must be 1 to 200 printable characters without spaces.",
    {
      issues: [{ path: "Idempotency-Key", message: "must be 1 to 200 printable ASCII characters" }],
    },
  );
}
