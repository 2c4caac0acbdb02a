import { assertOwnAddress, ownAddressOf } from "@/lib/auth/request/own-address";
import { oidcConfig } from "@/lib/auth/sign-in/oidc-config";
import { json, route } from "@/lib/http/route";

const METADATA_PATH = "/.well-known/oauth-protected-resource/api/mcp";
/** The only one. None approves. */
export const SCOPE = "propose";

/** The address of this resource, for which tokens are issued. */
export const resourceOf = (request: Request): string => `${ownAddressOf(request)}/api/mcp`;

/** Leads clients that have no credential, or one that no longer counts, to the document. */
export function challengeOf(request: Request, error?: "invalid_token" | "insufficient_scope"): string {
  const parts = [`resource_metadata="${ownAddressOf(request)}${METADATA_PATH}"`, `scope="${SCOPE}"`];
  return `Bearer ${[...parts, ...(error ? [`error="${error}"`] : [])].join(", ")}`;
}

/** The document of RFC 9728 about /api/mcp. Without an authorization server an agent's key is the only credential. */
export const answerMetadata = route(async (request) => {
  assertOwnAddress(request);
  const issuer = oidcConfig()?.issuer;
  return json({
    resource: resourceOf(request),
    resource_name: "Countersign",
    ...(issuer && { authorization_servers: [issuer] }),
    bearer_methods_supported: ["header"],
    scopes_supported: [SCOPE],
  });
});
