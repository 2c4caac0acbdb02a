import { type KeyObject, generateKeyPairSync, sign } from "node:crypto";
import net from "node:net";

/** A self-signed certificate, written as DER: Node reads certificates and writes none. */

interface Certificate {
  key: string;
  cert: string;
}

interface CertificateOptions {
  /** Names and IPv4 addresses that it is good for. */
  names: readonly string[];
  /** Default: 2120. */
  until?: Date;
  /** Of somebody else, who is then not the one who signed it. Default: its own. */
  of?: KeyObject;
}

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];

export function createCertificate({
  names,
  until = new Date("2120-01-01"),
  of,
}: CertificateOptions): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(tagged(0x31, sequence(oid(COMMON_NAME), tagged(0x0c, Buffer.from("test")))));
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time(new Date("2020-01-01")), time(until)),
    name,
    (of ?? publicKey).export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(...extensions(names))),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const base64 = der
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function extensions(names: readonly string[]): Buffer[] {
  const alternatives = names.map((name) =>
    net.isIPv4(name)
      ? tagged(0x87, Buffer.from(name.split(".").map(Number)))
      : tagged(0x82, Buffer.from(name)),
  );
  const isAuthority = tagged(0x01, Buffer.from([0xff]));
  return [
    sequence(oid(BASIC_CONSTRAINTS), isAuthority, tagged(0x04, sequence(isAuthority))),
    sequence(oid(SUBJECT_ALTERNATIVE_NAME), tagged(0x04, sequence(...alternatives))),
  ];
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function oid(bytes: number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

/** GeneralizedTime: `20200101000000Z`. */
function time(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`));
}
