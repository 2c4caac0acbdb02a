import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignature,
} from "@/lib/contract/people/passkeys";

/** A passkey in software: ES256, no attestation, as WebAuthn level 2 lays out what it signs. */

interface Manner {
  /** False: nobody entered a PIN or showed a finger. */
  verified?: boolean;
  /** Of the page that asks. */
  origin?: string;
  /** Its own count; synced passkeys keep none. */
  signatures?: number;
  challenge?: string;
  rpId?: string;
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

export function newAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const clientData = (type: string, challenge: string, by = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: by, crossOrigin: false }));
  const head = (rpId: string, flags: number, signatures: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signatures);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  };
  const flagsOf = ({ verified = true }: Manner) => FLAGS.present | (verified ? FLAGS.verified : 0);
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key" as const };

  return {
    id: base64url(id),
    create(options: PasskeyCreation, manner: Manner = {}): NewPasskey {
      const { x, y } = publicKey.export({ format: "jwk" });
      // COSE, RFC 9053: kty EC2, alg ES256, crv P-256, x, y.
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x!, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y!, "base64url"))],
        ]) as never,
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        head(manner.rpId ?? options.rp.id, flagsOf(manner) | FLAGS.attested, manner.signatures ?? 0),
        Buffer.alloc(16),
        length,
        id,
        cose,
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(authData)],
        ]) as never,
      );
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(
            clientData("webauthn.create", manner.challenge ?? options.challenge, manner.origin),
          ),
          attestationObject: base64url(attestation),
        },
      };
    },
    sign(options: PasskeyRequest, manner: Manner = {}): PasskeySignature {
      const authData = head(manner.rpId ?? options.rpId, flagsOf(manner), manner.signatures ?? 0);
      const client = clientData("webauthn.get", manner.challenge ?? options.challenge, manner.origin);
      return {
        ...credential,
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey)),
        },
      };
    },
  };
}
