import { expect, it } from "vitest";
import { parseEnv } from "@/lib/env";
import { createSigner, credentialsFrom } from "./credentials";

const both = {
  NETSUITE_CONSUMER_KEY: "key",
  NETSUITE_CONSUMER_SECRET: "secret",
  NETSUITE_TOKEN_ID: "token",
  NETSUITE_TOKEN_SECRET: "token-secret",
  NETSUITE_CLIENT_ID: "client",
  NETSUITE_CERTIFICATE_ID: "certificate",
  NETSUITE_PRIVATE_KEY: "pem",
};

it.each([
  [undefined, "tba"],
  ["tba", "tba"],
  ["oauth2-m2m", "oauth2-m2m"],
] as const)("NETSUITE_AUTH=%s signs with %s, whatever else is set", (NETSUITE_AUTH, strategy) => {
  const credentials = credentialsFrom(parseEnv({ ...both, NETSUITE_AUTH }));
  const signer = createSigner({ account: "1", credentials, clock: { now: () => new Date() } });
  expect(signer.strategy).toBe(strategy);
  signer.close?.();
});
