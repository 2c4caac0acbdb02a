import { describe, expect, it } from "vitest";
import { createTbaSigner } from "@/lib/destinations/netsuite/auth-tba";
import { testCredentials } from "../testing/open-account";
import { createOAuthCheck } from "./oauth-check";

const HOST = "127.0.0.1:3400";
const PATH = "/app/site/hosting/restlet.nl?script=customscript_x&deploy=customdeploy_x";
const NOW = new Date("2026-11-04T12:00:00.000Z");
const MINUTE_MS = 60_000;

const check = () => createOAuthCheck(testCredentials, () => NOW);
const sign = (more: { offsetMs?: number; account?: string; secret?: string; nonce?: string } = {}) =>
  createTbaSigner({
    account: more.account ?? testCredentials.account,
    credentials: { ...testCredentials, tokenSecret: more.secret ?? testCredentials.tokenSecret },
    clock: { now: () => new Date(NOW.getTime() + (more.offsetMs ?? 0)) },
    ...(more.nonce === undefined ? {} : { nonce: () => more.nonce ?? "" }),
  }).authorize({ method: "POST", url: `http://${HOST}${PATH}` });
const request = (authorization: string | undefined) => ({
  method: "POST",
  host: HOST,
  path: PATH,
  authorization,
});

describe("the simulator's own check of signatures", () => {
  it("accepts what the signer signs, and counts a host's case as nothing", async () => {
    expect(check().verify(request(await sign()))).toBeNull();
    expect(check().verify({ ...request(await sign()), host: HOST.toUpperCase() })).toBeNull();
  });
  it("refuses the same nonce and timestamp a second time", async () => {
    const oauth = check();
    const authorization = await sign();
    expect(oauth.verify(request(authorization))).toBeNull();
    expect(oauth.verify(request(authorization))).toBe("nonce_used");
  });
  it.each([
    ["five minutes behind", -5 * MINUTE_MS, null],
    ["more than five minutes behind", -5 * MINUTE_MS - 1_000, "timestamp_refused"],
    ["more than five minutes ahead", 5 * MINUTE_MS + 1_000, "timestamp_refused"],
  ])("a clock %s gives %s", async (_name, offsetMs, expected) => {
    expect(check().verify(request(await sign({ offsetMs })))).toBe(expected);
  });
  it("refuses a wrong secret, another account and a short nonce", async () => {
    expect(check().verify(request(await sign({ secret: "guessed" })))).toBe("signature_invalid");
    expect(check().verify(request(await sign({ account: "7654321" })))).toBe("realm_rejected");
    expect(check().verify(request(await sign({ nonce: "abc" })))).toBe("nonce_rejected");
  });
  it("refuses a query or method other than the signed one", async () => {
    const authorization = await sign();
    expect(check().verify({ ...request(authorization), path: `${PATH}&extra=1` })).toBe("signature_invalid");
    expect(check().verify({ ...request(authorization), method: "DELETE" })).toBe("signature_invalid");
  });
  it("refuses HMAC-SHA1 and PLAINTEXT", async () => {
    const authorization = await sign();
    for (const method of ["HMAC-SHA1", "PLAINTEXT"]) {
      const other = authorization.replace("HMAC-SHA256", method);
      expect(check().verify(request(other))).toBe("signature_method_rejected");
    }
  });
  it("refuses a header that is missing, of another scheme, or incomplete", async () => {
    expect(check().verify(request(undefined))).toBe("missing_header");
    expect(check().verify(request("Bearer abc"))).toBe("missing_header");
    const incomplete = (await sign()).replace(/oauth_nonce="[^"]*", /, "");
    expect(check().verify(request(incomplete))).toBe("missing_parameter");
  });
  it("a refused signature spends no nonce", async () => {
    const oauth = check();
    const authorization = await sign({ nonce: "a-nonce-of-its-own" });
    expect(oauth.verify({ ...request(authorization), path: `${PATH}&extra=1` })).toBe("signature_invalid");
    expect(oauth.verify(request(authorization))).toBeNull();
  });
});
