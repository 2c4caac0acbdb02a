import { generateKeyPairSync } from "node:crypto";

/** A key pair as an administrator makes one: the public part goes to the account, the private one to whoever signs. */
export interface TestCertificate {
  id: string;
  pem: string;
  privateKey: string;
}

export const TEST_CLIENT_ID = "client-id";

export function newCertificate(id: string, kind: "ec" | "rsa" = "ec"): TestCertificate {
  const pair =
    kind === "ec"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    id,
    pem: pair.publicKey.export({ type: "spki", format: "pem" }).toString(),
    privateKey: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** The account that maps the certificate, and the client that signs with it: options of openAccount and openWorld. */
export function signedBy(certificate: TestCertificate) {
  const { id, pem, privateKey } = certificate;
  return {
    simulator: { oauth2: { clientId: TEST_CLIENT_ID, certificates: [{ id, pem }] } },
    client: { credentials: { clientId: TEST_CLIENT_ID, certificateId: id, privateKey } },
  };
}
