import { describe, expect, it } from "vitest";
import { type SigningOptions, signTba, testCredentials } from "../testing/signed-call";
import { createOAuthCheck } from "./oauth-check";

const HOST = "127.0.0.1:3400";
const PATH = "/app/site/hosting/restlet.nl?script=customscript_x&deploy=customdeploy_x";
const NOW = new Date("2026-11-04T12:00:00.000Z");
const MINUTE_MS = 60_000;

const check = () => createOAuthCheck(testCredentials, () => NOW);
const sign = ({ offsetMs = 0, ...options }: SigningOptions & { offsetMs?: number } = {}) =>
  signTba(
    { method: "POST", url: `http://${HOST}${PATH}` },
    { at: new Date(NOW.getTime() + offsetMs), ...options },
  );
const request = (authorization: string | undefined) => ({
  method: "POST",
  host: HOST,
  path: PATH,
  authorization,
});

describe("the simulator's own check of signatures", () => {
  it("accepts what the signer signs, and counts a host's case as nothing", () => {
    expect(check().verify(request(sign()))).toBeNull();
    expect(check().verify({ ...request(sign()), host: HOST.toUpperCase() })).toBeNull();
  });
  it("refuses the same nonce and timestamp a second time", () => {
    const oauth = check();
    const authorization = sign();
    expect(oauth.verify(request(authorization))).toBeNull();
    expect(oauth.verify(request(authorization))).toBe("nonce_used");
  });
  it.each([
    ["five minutes behind", -5 * MINUTE_MS, null],
    ["more than five minutes behind", -5 * MINUTE_MS - 1_000, "timestamp_refused"],
    ["more than five minutes ahead", 5 * MINUTE_MS + 1_000, "timestamp_refused"],
  ])("a clock %s gives %s", (_name, offsetMs, expected) => {
    expect(check().verify(request(sign({ offsetMs })))).toBe(expected);
  });
  it("refuses a wrong secret, another account and a short nonce", () => {
    expect(check().verify(request(sign({ tokenSecret: "guessed" })))).toBe("signature_invalid");
    expect(check().verify(request(sign({ account: "7654321" })))).toBe("realm_rejected");
    expect(check().verify(request(sign({ nonce: "abc" })))).toBe("nonce_rejected");
  });
  it("refuses a query or method other than the signed one", () => {
    const authorization = sign();
    expect(check().verify({ ...request(authorization), path: `${PATH}&extra=1` })).toBe("signature_invalid");
    expect(check().verify({ ...request(authorization), method: "DELETE" })).toBe("signature_invalid");
  });
  it("refuses HMAC-SHA1 and PLAINTEXT", () => {
    const authorization = sign();
    for (const method of ["HMAC-SHA1", "PLAINTEXT"]) {
      const other = authorization.replace("HMAC-SHA256", method);
      expect(check().verify(request(other))).toBe("signature_method_rejected");
    }
  });
  it("refuses a header that is missing, of another scheme, or incomplete", () => {
    expect(check().verify(request(undefined))).toBe("missing_header");
    expect(check().verify(request("Bearer abc"))).toBe("missing_header");
    const incomplete = sign().replace(/oauth_nonce="[^"]*", /, "");
    expect(check().verify(request(incomplete))).toBe("missing_parameter");
  });
  it("a refused signature spends no nonce", () => {
    const oauth = check();
    const authorization = sign({ nonce: "a-nonce-of-its-own" });
    expect(oauth.verify({ ...request(authorization), path: `${PATH}&extra=1` })).toBe("signature_invalid");
    expect(oauth.verify(request(authorization))).toBeNull();
  });
});
