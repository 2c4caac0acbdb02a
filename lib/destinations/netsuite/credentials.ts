import type { Clock } from "@/lib/clock";
import type { Env } from "@/lib/env";
import { createM2mSigner } from "./auth-oauth2-m2m";
import { type TbaCredentials, createTbaSigner } from "./auth-tba";
import type { M2mCredentials } from "./client-assertion";
import type { RequestSigner } from "./signer";

/** The kind of credentials selects the signing strategy. */
export type NetSuiteCredentials = TbaCredentials | M2mCredentials;

/**
 * Unset variables become empty text: NetSuite refuses them and the lane halts. Production does not start without them.
 */
export function credentialsFrom(env: Env): NetSuiteCredentials {
  if (env.NETSUITE_AUTH === "oauth2-m2m") {
    return {
      clientId: env.NETSUITE_CLIENT_ID ?? "",
      certificateId: env.NETSUITE_CERTIFICATE_ID ?? "",
      privateKey: env.NETSUITE_PRIVATE_KEY ?? "",
    };
  }
  return {
    consumerKey: env.NETSUITE_CONSUMER_KEY ?? "",
    consumerSecret: env.NETSUITE_CONSUMER_SECRET ?? "",
    tokenId: env.NETSUITE_TOKEN_ID ?? "",
    tokenSecret: env.NETSUITE_TOKEN_SECRET ?? "",
  };
}

export function createSigner(options: {
  account: string;
  baseUrl?: string;
  credentials: NetSuiteCredentials;
  clock: Clock;
}): RequestSigner {
  const { credentials } = options;
  return "certificateId" in credentials
    ? createM2mSigner({ ...options, credentials })
    : createTbaSigner({ ...options, credentials });
}
