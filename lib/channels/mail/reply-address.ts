import { timingSafeEqual } from "node:crypto";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import { keyRing, keysOf } from "@/lib/secrets/key-ring";
import { keyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The address to which one person replies about one subject until one day. It says all of that itself and carries the app's
 * signature, so that nothing of it is stored, and whoever reads the database makes none.
 */

export interface ReplySubject {
  kind: "question" | "action";
  id: number;
  tenantId: number;
  userId: number;
}

export interface ReadReplyAddress extends ReplySubject {
  isExpired: boolean;
}

type Address = InboundMailSettings["address"];

const VALID_SECONDS = 30 * 86_400;
const KINDS = ["question", "action"] as const;
/** kind 1, tenant 4, subject 5, person 4, end 4; then the signature. */
const SAID_BYTES = 18;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[a-z2-7]{55}$/;

/** Null: a number in it is too large to fit into an address. */
export function replyAddressOf(
  { kind, id, tenantId, userId }: ReplySubject,
  { local, domain }: Address,
  now: Date,
): string | null {
  if (id >= 2 ** 40 || tenantId >= 2 ** 32 || userId >= 2 ** 32) return null;
  const said = Buffer.alloc(SAID_BYTES);
  said.writeUInt8(KINDS.indexOf(kind), 0);
  said.writeUInt32BE(tenantId, 1);
  said.writeUIntBE(id, 5, 5);
  said.writeUInt32BE(userId, 10);
  said.writeUInt32BE(Math.floor(now.getTime() / 1_000) + VALID_SECONDS, 14);
  const [signature] = signaturesOf(said);
  return `${local}+${base32(Buffer.concat([said, signature!]))}@${domain}`;
}

/** Null: it is none of ours, or somebody changed it. Mail servers may have written it in capitals. */
export function readReplyAddress(
  text: string,
  { local, domain }: Address,
  now: Date,
): ReadReplyAddress | null {
  const address = text.trim().toLowerCase();
  const [before = "", after = ""] = [address.slice(0, local.length + 1), address.slice(-domain.length - 1)];
  if (before !== `${local}+` || after !== `@${domain}`) return null;
  return readReplyToken(address.slice(before.length, -after.length), now);
}

/** The same by the address's token alone. */
export function readReplyToken(token: string, now: Date): ReadReplyAddress | null {
  if (!TOKEN.test(token)) return null;
  const bytes = bytesOf(token);
  const said = bytes.subarray(0, SAID_BYTES);
  const signature = bytes.subarray(SAID_BYTES);
  // Spare bits of the last character would make a second spelling of the same address.
  if (base32(bytes) !== token) return null;
  const fits = signaturesOf(said).map((expected) => timingSafeEqual(expected, signature));
  const kind = KINDS[said.readUInt8(0)];
  if (!fits.includes(true) || kind === undefined) return null;
  return {
    kind,
    tenantId: said.readUInt32BE(1),
    id: said.readUIntBE(5, 5),
    userId: said.readUInt32BE(10),
    isExpired: said.readUInt32BE(14) * 1_000 <= now.getTime(),
  };
}

/** Under the current key, and under the previous one while it is changed. */
const signaturesOf = (said: Buffer): Buffer[] =>
  keysOf(keyRing()).map((secret) =>
    Buffer.from(keyedHash("reply-address", said.toString("hex"), secret), "hex").subarray(0, SIGNATURE_BYTES),
  );

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const LETTER_BITS = 5;

function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replaceAll(/.{1,5}/g, (group) => LETTERS[Number.parseInt(group.padEnd(LETTER_BITS, "0"), 2)]!);
}

function bytesOf(token: string): Buffer {
  const bits = [...token]
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(LETTER_BITS, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
