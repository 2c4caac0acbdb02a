import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type BoundTo, openSecret, sealSecret } from "@/lib/secrets/secret-box";

const COST = { N: 2 ** 15, r: 8, p: 1 } as const;
/** scrypt needs slightly more than 128·N·r bytes (32 MiB), which is Node's default limit. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
export const PASSWORD_LENGTH_MAX = 1_024;

interface StoredPassword {
  cost: ScryptOptions;
  salt: Buffer;
  key: Buffer;
}

/** Checked when the person does not exist. Its key is random, so no password matches it. */
const placeholder: StoredPassword = {
  cost: COST,
  salt: randomBytes(SALT_BYTES),
  key: randomBytes(KEY_BYTES),
};

/**
 * For users.password_hash: `scrypt$N$r$p$salt$key`, salt and key in base64url, sealed for this person. Whoever can write to
 * the table cannot store a password of their own, nor move somebody's to another person.
 * @throws RangeError for a password that is too long.
 */
export async function hashPassword(userId: number, password: string): Promise<string> {
  if (password.length > PASSWORD_LENGTH_MAX) throw new RangeError("the password is too long");
  const salt = randomBytes(SALT_BYTES);
  const key = await inTurn("known", () => derive(password, { cost: COST, salt }));
  const hash = ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")];
  return sealPasswordHash(userId, hash.join("$"));
}

export function sealPasswordHash(userId: number, hash: string): string {
  return sealSecret(hash, passwordBoundTo(userId));
}

export function passwordBoundTo(userId: number): BoundTo {
  return `password:${userId}`;
}

export interface PasswordOwner {
  userId: number;
  passwordHash: string | null;
}

/** The kind of caller whose password is checked: a stranger, who may be part of a flood, or one with a known browser or session. */
export type Asker = "stranger" | "known";

/**
 * A check occupies one of Node's four threads for long, and look-ups of names and files need them as well. Strangers take
 * turns at two, and the known have one of their own: a flood of strangers delays neither them nor a write to NetSuite.
 */
const turns: Record<Asker, Turns> = { stranger: turnsFor(2), known: turnsFor(1) };

interface Turns {
  free: number;
  waiting: (() => void)[];
}

function turnsFor(free: number): Turns {
  return { free, waiting: [] };
}

async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  const own = turns[asker];
  if (own.free > 0) own.free -= 1;
  else await new Promise<void>((begin) => own.waiting.push(begin));
  try {
    return await work();
  } finally {
    const next = own.waiting.shift();
    if (next) next();
    else own.free += 1;
  }
}

/**
 * True for the right password. A person who does not exist (`owner` null) and an unreadable hash take as long as a
 * wrong password, so the response time does not reveal which addresses have an account.
 */
export async function verifyPassword(
  password: string,
  owner: PasswordOwner | null,
  asker: Asker = "known",
): Promise<boolean> {
  const parsed = owner && parseStored(owner);
  const expected = parsed ?? placeholder;
  const usable = password.length <= PASSWORD_LENGTH_MAX ? password : "";
  const matches = timingSafeEqual(await inTurn(asker, () => derive(usable, expected)), expected.key);
  return matches && parsed !== null && usable === password;
}

function parseStored({ userId, passwordHash }: PasswordOwner): StoredPassword | null {
  const match = /^scrypt\$32768\$8\$1\$([\w-]+)\$([\w-]+)$/.exec(openOrEmpty(userId, passwordHash));
  if (!match) return null;
  const salt = Buffer.from(match[1]!, "base64url");
  const key = Buffer.from(match[2]!, "base64url");
  return salt.length === SALT_BYTES && key.length === KEY_BYTES ? { cost: COST, salt, key } : null;
}

function openOrEmpty(userId: number, sealed: string | null): string {
  try {
    return sealed === null ? "" : openSecret(sealed, passwordBoundTo(userId));
  } catch {
    // Sealed for somebody else, with another key, or not at all.
    return "";
  }
}

function derive(password: string, { cost, salt }: Pick<StoredPassword, "cost" | "salt">): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Keyboards encode accented letters differently; NFKC gives each letter one encoding.
    scrypt(
      password.normalize("NFKC"),
      salt,
      KEY_BYTES,
      { ...cost, maxmem: MEMORY_BYTES_MAX },
      (error, key) => {
        if (error) reject(error);
        else resolve(key);
      },
    );
  });
}
