import { createHash, randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { sessionSecret, usesSecureCookies } from "@/lib/auth/session/session-cookie";

/**
 * A browser that signed in before is a known device of that address: its wrong passwords are counted by themselves, so
 * that a stranger's never keep it out. The cookie is sealed, names no person and opens nothing.
 */

const SECONDS_MAX = 400 * 24 * 3_600;
/** People who share a browser. */
const ADDRESSES_MAX = 5;
const SALT = "countersign.device";

const claimsSchema = z.object({
  devices: z.array(z.object({ address: z.string(), id: z.uuid() })).max(ADDRESSES_MAX),
});
type Device = z.infer<typeof claimsSchema>["devices"][number];

export const deviceCookieName = (): string => `${usesSecureCookies() ? "__Secure-" : ""}countersign.device`;

/** The device's id for this address; null: it is not known. `cookie` is the cookie's value. */
export async function knownDevice(cookie: string | null, address: string): Promise<string | null> {
  const digest = digestOf(address);
  return (await devicesIn(cookie)).find((device) => device.address === digest)?.id ?? null;
}

/** A `Set-Cookie` header after which the device is known for this address, too. */
export async function rememberDevice(cookie: string | null, address: string): Promise<string> {
  const digest = digestOf(address);
  const before = await devicesIn(cookie);
  const own = before.find((device) => device.address === digest) ?? { address: digest, id: randomUUID() };
  const devices = [own, ...before.filter((device) => device !== own)].slice(0, ADDRESSES_MAX);
  const value = await encode({
    token: { devices } as never,
    secret: sessionSecret(),
    maxAge: SECONDS_MAX,
    salt: SALT,
  });
  const secure = usesSecureCookies() ? "; Secure" : "";
  return `${deviceCookieName()}=${value}; Path=/api/auth; Max-Age=${SECONDS_MAX}; HttpOnly; SameSite=Lax${secure}`;
}

async function devicesIn(cookie: string | null): Promise<Device[]> {
  if (!cookie) return [];
  try {
    const token = await decode({ token: cookie, secret: sessionSecret(), salt: SALT });
    const claims = claimsSchema.safeParse(token);
    return claims.success ? claims.data.devices : [];
  } catch {
    return [];
  }
}

const digestOf = (address: string) =>
  createHash("sha256").update(address.trim().toLowerCase()).digest("base64url");
