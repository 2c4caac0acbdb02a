import { type KeyObject, createPublicKey } from "node:crypto";

/** The certificates mapped to the integration, as NetSuite's page "OAuth 2.0 Client Credentials" lists them. */
export interface MappedCertificate {
  id: string;
  /** A certificate or a public key, PEM. */
  pem: string;
}

export type Certificates = ReturnType<typeof createCertificates>;

export function createCertificates(first: readonly MappedCertificate[]) {
  const mapped = new Map<string, { key: KeyObject; revoked: boolean }>();
  /** @throws TypeError when the text is no certificate. */
  const upload = ({ id, pem }: MappedCertificate): void =>
    void mapped.set(id, { key: readKey(pem), revoked: false });
  for (const certificate of first) upload(certificate);
  return {
    upload,
    /** False when there is no such certificate. */
    revoke(id: string): boolean {
      const certificate = mapped.get(id);
      if (certificate) certificate.revoked = true;
      return certificate !== undefined;
    },
    /** The key of a certificate that is valid; null otherwise. */
    keyOf(id: string): KeyObject | null {
      const certificate = mapped.get(id);
      return certificate && !certificate.revoked ? certificate.key : null;
    },
    list: () => [...mapped].map(([id, { revoked }]) => ({ id, revoked })),
  };
}

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new TypeError("pem must be a certificate or a public key.");
  }
}
