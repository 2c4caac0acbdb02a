import { describe, expect, test } from "vitest";
import {
  type Asker,
  PASSWORD_LENGTH_MAX,
  type PasswordOwner,
  hashPassword,
  sealPasswordHash,
  verifyPassword,
} from "./password";
import { parseStorageKey } from "@/lib/secrets/key-ring";
import { openSecret, sealSecret } from "@/lib/secrets/secret-box";
import { hashToken, newAgentKey, newPersonalToken } from "@/lib/auth/session/tokens";
import { matchTotpStep, newTotpSecret, totpUri } from "@/lib/auth/second-factor/totp";

describe("a password", () => {
  test("is accepted by its own hash alone, and two hashes of it differ", async () => {
    const [first, second] = await Promise.all([
      hashPassword(7, "correct horse"),
      hashPassword(7, "correct horse"),
    ]);
    expect(openSecret(first, "password:7")).toMatch(/^scrypt\$32768\$8\$1\$/);
    expect(first).not.toBe(second);
    const passes = (password: string) => verifyPassword(password, { userId: 7, passwordHash: first });
    expect(await passes("correct horse")).toBe(true);
    expect(await passes("correct horsE")).toBe(false);
    expect(await passes("")).toBe(false);
  });

  test("is accepted for nobody else, and not by a hash that whoever holds the database alone could write", async () => {
    const sealed = await hashPassword(7, "correct horse");
    expect(await verifyPassword("correct horse", { userId: 8, passwordHash: sealed })).toBe(false);
    const bare = openSecret(sealed, "password:7");
    expect(await verifyPassword("correct horse", { userId: 7, passwordHash: bare })).toBe(false);
  });

  test("of a known browser is checked in front of any number of strangers' ones", async () => {
    const ended: string[] = [];
    const check = async (asker: Asker) => {
      await verifyPassword("anything", null, asker);
      ended.push(asker);
    };
    await Promise.all([...Array.from({ length: 16 }, () => check("stranger")), check("known")]);
    expect(ended.indexOf("known")).toBeLessThan(8);
  });

  test("is accepted whichever way its accents were typed", async () => {
    const passwordHash = await hashPassword(7, "caf\u00e9");
    expect(await verifyPassword("caf\u0065\u0301", { userId: 7, passwordHash })).toBe(true);
  });

  test.each([null, "", "plain", "scrypt$1024$8$1$AAAA$AAAA", "scrypt$32768$8$1$AAAA$AAAA"])(
    "no password fits the stored text %j",
    async (stored) => {
      const sealed = stored === null ? null : sealPasswordHash(7, stored);
      expect(await verifyPassword("", { userId: 7, passwordHash: sealed })).toBe(false);
      expect(await verifyPassword("plain", { userId: 7, passwordHash: sealed })).toBe(false);
    },
  );

  test("that is too long is neither stored nor accepted", async () => {
    const long = "x".repeat(PASSWORD_LENGTH_MAX + 1);
    await expect(hashPassword(7, long)).rejects.toThrow(RangeError);
    const passwordHash = await hashPassword(7, "");
    expect(await verifyPassword(long, { userId: 7, passwordHash })).toBe(false);
  });

  test("of somebody unknown takes as much work to refuse as a wrong one", async () => {
    const passwordHash = await hashPassword(7, "correct horse");
    const fastestMs = async (owner: PasswordOwner | null): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < 3; run++) {
        const start = performance.now();
        await verifyPassword("wrong", owner);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const wrongPasswordMs = await fastestMs({ userId: 7, passwordHash });
    expect(await fastestMs(null)).toBeGreaterThan(wrongPasswordMs / 3);
  });
});

describe("a sealed secret", () => {
  const key = Buffer.alloc(32, 1);
  const alone = (current: Buffer) => ({ current, previous: null });

  test("opens for its row and key, and never shows the secret", () => {
    const box = sealSecret("JBSWY3DPEHPK3PXP", "totp:1", key);
    expect(box).toMatch(/^v1\./);
    expect(box).not.toContain("JBSWY3DPEHPK3PXP");
    expect(openSecret(box, "totp:1", alone(key))).toBe("JBSWY3DPEHPK3PXP");
    expect(sealSecret("JBSWY3DPEHPK3PXP", "totp:1", key)).not.toBe(box);
  });

  test("does not open for another row, another key, or after any change", () => {
    const box = sealSecret("JBSWY3DPEHPK3PXP", "totp:1", key);
    expect(() => openSecret(box, "totp:2", alone(key))).toThrow();
    expect(() => openSecret(box, "totp:1", alone(Buffer.alloc(32, 2)))).toThrow();
    const [version, iv, tag, sealed] = box.split(".");
    for (const changed of [
      `v2.${iv}.${tag}.${sealed}`,
      `${version}.${iv}.${tag!.slice(0, 6)}.${sealed}`,
      `${version}.${iv}.${tag}.A${sealed!.slice(1) === "" ? "" : sealed!.slice(1)}x`,
      `${version}.${iv}.${tag}`,
      `${box}.more`,
      "",
    ]) {
      expect(() => openSecret(changed, "totp:1", alone(key))).toThrow();
    }
  });

  test.each([undefined, "", "c2hvcnQ=", "not base64 at all"])("the storage key %j is refused", (base64) => {
    expect(() => parseStorageKey(base64)).toThrow(/COUNTERSIGN_SECRET_KEY/);
  });
});

describe("a new token", () => {
  test.each([
    ["csa_", newAgentKey],
    ["csp_", newPersonalToken],
  ] as const)("begins with %s, carries 256 random bits and is stored as its hash", (prefix, create) => {
    const { token, hash, prefix: visiblePart } = create();
    expect(token).toMatch(new RegExp(`^${prefix}[\\w-]{43}$`));
    expect(hash).toBe(hashToken(token));
    expect(hash).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
    expect(token.startsWith(visiblePart) && visiblePart.length === 12).toBe(true);
    expect(create().token).not.toBe(token);
  });
});

describe("an authenticator's code", () => {
  // RFC 6238, appendix B (SHA-1); the last six of its eight digits.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ])("at %i s is %s", (epoch, code) => {
    expect(matchTotpStep({ secret, code, at: new Date(epoch * 1000) })).toBe(Math.floor(epoch / 30));
  });

  test("names the step it belongs to, not the step it arrived in", () => {
    expect(matchTotpStep({ secret, code: "287082", at: new Date(60_000) })).toBe(1);
    expect(matchTotpStep({ secret, code: "287082", at: new Date(89_999) })).toBe(1);
    expect(matchTotpStep({ secret, code: "287082", at: new Date(90_000) })).toBeNull();
  });

  test.each(["", "28708", "2870820", "28708a", "２８７０８２", " 287082"])("%j is no code", (code) => {
    expect(matchTotpStep({ secret, code, at: new Date(59_000) })).toBeNull();
  });

  test("a new secret is base32 and its address names the product and the person", () => {
    const fresh = newTotpSecret();
    expect(fresh).toMatch(/^[A-Z2-7]{32,}$/);
    expect(decodeURIComponent(totpUri(fresh, "ada@example.com"))).toMatch(
      /^otpauth:\/\/totp\/Countersign:ada@example\.com\?/,
    );
  });
});
