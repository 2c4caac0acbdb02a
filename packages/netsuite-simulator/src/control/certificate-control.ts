import type { IncomingMessage } from "node:http";
import type { AccessTokens } from "../http/access-tokens";
import { type Answer, byMethod, errorAnswer, jsonAnswer } from "../http/answers";
import type { Certificates } from "../http/certificates";
import { parseObject, readBody } from "../http/read-body";

/**
 * `/_sim/certificates`: GET lists, POST `{"id","pem"}` maps one, DELETE `/{id}` revokes it with its tokens
 * (`?keep_tokens=1` lets those live). `/_sim/tokens`: DELETE ends every access token, as an administrator can.
 */
export function createCertificateControl(certificates: Certificates, tokens: AccessTokens) {
  return {
    certificates: (request: IncomingMessage, url: URL, id: string): Promise<Answer> =>
      byMethod(request, {
        GET: () => jsonAnswer(200, { certificates: certificates.list() }),
        POST: async () => upload(certificates, parseObject(await readBody(request))),
        DELETE: () => {
          if (!certificates.revoke(id)) return errorAnswer(404, "NOT_FOUND", "There is no such certificate.");
          const ended = url.searchParams.get("keep_tokens") === "1" ? 0 : tokens.revoke(id);
          return jsonAnswer(200, { revoked: id, tokens_ended: ended });
        },
      }),
    tokens: (request: IncomingMessage): Promise<Answer> =>
      byMethod(request, { DELETE: () => jsonAnswer(200, { tokens_ended: tokens.revoke() }) }),
  };
}

function upload(certificates: Certificates, body: Record<string, unknown> | null): Answer {
  if (typeof body?.id !== "string" || typeof body.pem !== "string")
    return errorAnswer(400, "INVALID_BODY", "Send an id and a pem.");
  try {
    certificates.upload({ id: body.id, pem: body.pem });
    return jsonAnswer(201, { certificates: certificates.list() });
  } catch (error) {
    if (error instanceof TypeError) return errorAnswer(400, "INVALID_BODY", error.message);
    throw error;
  }
}
