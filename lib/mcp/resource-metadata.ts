import { assertOwnAddress, ownAddressOf } from "@/lib/auth/request/own-address";
import { json, route } from "@/lib/http/route";

export const METADATA_PATH = "/.well-known/oauth-protected-resource/api/mcp";
/** The only one. None approves. */
export const SCOPE = "propose";

/** The address of this resource, for which tokens are issued. */
export const resourceOf = (request: Request): string => `${ownAddressOf(request)}/api/mcp`;

/** The document of RFC 9728 about /api/mcp. Without an authorization server an agent's key is the only credential. */
export const answerMetadata = route(async (request) => {
  assertOwnAddress(request);
  return json({
    resource: resourceOf(request),
    resource_name: "Countersign",
    bearer_methods_supported: ["header"],
    scopes_supported: [SCOPE],
  });
});
