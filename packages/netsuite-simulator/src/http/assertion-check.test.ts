import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { checkAssertion } from "./assertion-check";

const AUDIENCE = "http://127.0.0.1/services/rest/auth/oauth2/v1/token";
const NOW = Date.parse("2026-11-04T12:00:00Z") / 1000;
const publicKeyEncoding = { type: "spki", format: "pem" } as const;
const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;
const newKeys = (family: "ec" | "rsa") =>
  family === "ec"
    ? generateKeyPairSync("ec", { namedCurve: "P-256", publicKeyEncoding, privateKeyEncoding })
    : generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding });
const ec = newKeys("ec");
const rsa = newKeys("rsa");
const keys: Record<string, string> = { ec: ec.publicKey, rsa: rsa.publicKey };

const check = {
  clientId: "client",
  audience: AUDIENCE,
  keyOf: (id: string) => (keys[id] ? createPublicKey(keys[id]) : null),
  now: () => new Date(NOW * 1000),
};

interface Claims {
  alg?: string;
  kid?: string;
  iss?: string;
  aud?: string;
  scope?: unknown;
  iat?: number;
  seconds?: number;
  key?: string;
}

function sign(claims: Claims = {}): Promise<string> {
  const { alg = "ES256", kid = "ec", iss = "client", aud = AUDIENCE, scope = "restlets", iat = NOW } = claims;
  return new SignJWT({ scope })
    .setProtectedHeader({ alg, typ: "JWT", kid })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(iat)
    .setExpirationTime(iat + (claims.seconds ?? 120))
    .sign(createPrivateKey(claims.key ?? (alg === "ES256" ? ec.privateKey : rsa.privateKey)));
}

describe("the simulator's own check of assertions", () => {
  it("accepts both families of keys", async () => {
    expect(checkAssertion(await sign(), check)).toEqual({ ok: true, certificateId: "ec" });
    expect(checkAssertion(await sign({ alg: "PS256", kid: "rsa" }), check)).toEqual({
      ok: true,
      certificateId: "rsa",
    });
  });
  it.each<[string, Claims, string]>([
    ["a certificate nobody mapped", { kid: "other" }, "invalid_client"],
    ["another certificate's key", { key: newKeys("ec").privateKey }, "invalid_client"],
    ["an algorithm that NetSuite does not take", { alg: "RS256", kid: "rsa" }, "invalid_client"],
    ["an algorithm of the other family", { alg: "PS256", kid: "ec" }, "invalid_client"],
    ["another client", { iss: "other" }, "invalid_grant"],
    ["another audience", { aud: "https://example.com" }, "invalid_grant"],
    ["a scope without restlets", { scope: "rest_webservices" }, "invalid_grant"],
    ["an hour", { seconds: 3_600 }, "invalid_grant"],
    ["a time in the past", { iat: NOW - 600 }, "invalid_grant"],
    ["a time in the future", { iat: NOW + 600 }, "invalid_grant"],
  ])("refuses %s", async (_name, claims, error) => {
    expect(checkAssertion(await sign(claims), check)).toMatchObject({ ok: false, error });
  });
  it("refuses a changed body and what is no token", async () => {
    const [head, , signature] = (await sign()).split(".");
    const body = Buffer.from(JSON.stringify({ iss: "client" })).toString("base64url");
    expect(checkAssertion(`${head}.${body}.${signature}`, check)).toMatchObject({ ok: false });
    expect(checkAssertion("", check)).toMatchObject({ ok: false, error: "invalid_request" });
    expect(checkAssertion("a.b.c", check)).toMatchObject({ ok: false, error: "invalid_request" });
  });
});
