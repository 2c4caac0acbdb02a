import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import getPort from "get-port";
import { afterEach, describe, expect, it } from "vitest";
import { type Account, openAccount } from "@/netsuite/testing/open-account";
import { TEST_CLIENT_ID, newCertificate, signedBy } from "@/netsuite/testing/certificates";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { createM2mSigner, tokenUrl } from "./auth-oauth2-m2m";

const certificate = newCertificate("cert-1");
const HOUR_MS = 3_600_000;

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function openM2m(more: Parameters<typeof openAccount>[0] = {}, using = certificate): Promise<Account> {
  const { simulator, client } = signedBy(using);
  const account = await openAccount({
    simulator: { ...simulator, ...more.simulator },
    client: { ...client, ...more.client },
  });
  open.push(account);
  return account;
}

/** A token endpoint for tests, which counts its requests. */
async function serveTokens(answer: (request: number, response: http.ServerResponse) => void) {
  let requests = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    requests += 1;
    answer(requests, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requestCount: () => requests };
}

const grantOf = (token: string, expiresIn: unknown = "3600") =>
  JSON.stringify({ access_token: token, token_type: "bearer", expires_in: expiresIn });

function signer(baseUrl: string, more: { now?: () => Date; timeoutMs?: number; privateKey?: string } = {}) {
  const one = createM2mSigner({
    account: "1234567",
    baseUrl,
    credentials: {
      clientId: TEST_CLIENT_ID,
      certificateId: certificate.id,
      privateKey: more.privateKey ?? certificate.privateKey,
    },
    clock: { now: more.now ?? (() => new Date()) },
    ...(more.timeoutMs === undefined ? {} : { timeoutMs: more.timeoutMs }),
  });
  open.push({ close: () => one.close?.() });
  return () => one.authorize({ method: "POST", url: `${baseUrl}/app` });
}

describe("a certificate signs", () => {
  it.each(["ec", "rsa"] as const)("what the account verifies by hand (%s)", async (kind) => {
    const account = await openM2m({}, newCertificate("cert-2", kind));
    expect(await account.write(payloads.bid_price_update, "k")).toMatchObject({ class: "applied" });
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("and one that the account does not know halts the lane, saying what to do", async () => {
    const account = await openM2m({ client: signedBy(newCertificate("another")).client });
    const verdict = await account.write(payloads.bid_price_update, "k");
    expect(verdict).toMatchObject({ class: "lane_halt", code: "CERTIFICATE_REFUSED" });
    expect(verdict.publicMessage).toContain("Upload a current certificate");
    expect(await account.commits("k")).toHaveLength(0);
  });
  it("and a clock ten minutes ahead halts it too", async () => {
    const account = await openM2m({ client: { clock: { now: () => new Date(Date.now() + 600_000) } } });
    expect(await account.write(payloads.bid_price_update, "k")).toMatchObject({
      class: "lane_halt",
      code: "CERTIFICATE_REFUSED",
    });
  });
  it("and a key that is none halts it, without a word of the key", async () => {
    const failure = await signer("http://127.0.0.1:9", { privateKey: "SECRET WORDS" })().catch(String);
    expect(failure).toContain("NETSUITE_PRIVATE_KEY is not a PEM private key");
    expect(failure).not.toContain("SECRET");
  });
  it("for the address that follows from the account", () => {
    expect(tokenUrl("1234567_SB1")).toBe(
      "https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token",
    );
  });
});

describe("an access token", () => {
  it("is asked for once by many who want it at the same moment, and kept", async () => {
    const tokens = await serveTokens((_nth, response) => void response.end(grantOf("t1")));
    const authorize = signer(tokens.url);
    const headers = await Promise.all(Array.from({ length: 20 }, authorize));
    expect(new Set([...headers, await authorize()])).toEqual(new Set(["Bearer t1"]));
    expect(tokens.requestCount()).toBe(1);
  });
  it("is renewed shortly before it ends", async () => {
    const tokens = await serveTokens((nth, response) => void response.end(grantOf(`t${nth}`)));
    let now = Date.parse("2026-11-04T12:00:00Z");
    const authorize = signer(tokens.url, { now: () => new Date(now) });
    expect(await authorize()).toBe("Bearer t1");
    now += HOUR_MS - 61_000;
    expect(await authorize()).toBe("Bearer t1");
    now += 2_000;
    expect(await authorize()).toBe("Bearer t2");
  });
  it("that ended early is replaced within the same call, and nothing is written twice", async () => {
    const account = await openM2m();
    await account.read(payloads.bid_price_update);
    expect(await account.control("DELETE", "tokens")).toMatchObject({ tokens_ended: 1 });
    expect(await account.write(payloads.bid_price_update, "k")).toMatchObject({ class: "applied" });
    expect(await account.commits("k")).toHaveLength(1);
  });
  it("that is dead on arrival is replaced once, then the lane halts", async () => {
    const account = await openM2m();
    await account.fault("token_revoked", { op: "token", times: 2 });
    expect(await account.write(payloads.ar_note, "k")).toMatchObject({
      class: "lane_halt",
      code: "INVALID_LOGIN_ATTEMPT",
    });
    // The next call requests a new token, which is valid.
    expect(await account.write(payloads.ar_note, "k")).toMatchObject({ class: "applied" });
  });
  it("refused to many at once is replaced once", async () => {
    const tokens = await serveTokens((nth, response) => void response.end(grantOf(`t${nth}`)));
    const one = createM2mSigner({
      account: "1",
      baseUrl: tokens.url,
      credentials: { clientId: "c", certificateId: "k", privateKey: certificate.privateKey },
      clock: { now: () => new Date() },
    });
    const request = { method: "POST", url: tokens.url } as const;
    const first = await one.authorize(request);
    const renewed = await Promise.all(
      Array.from({ length: 5 }, () => {
        one.refused?.(first);
        return one.authorize(request);
      }),
    );
    one.refused?.(first);
    expect(new Set([...renewed, await one.authorize(request)])).toEqual(new Set(["Bearer t2"]));
    one.close?.();
  });
});

describe("a token endpoint that fails leaves nothing sent and nothing halted", () => {
  it.each([
    ["lies without a token", "token_lie", { lie: "no_token" }, "TOKEN_ANSWER_UNUSABLE"],
    ["gives another kind of token", "token_lie", { lie: "wrong_type" }, "TOKEN_ANSWER_UNUSABLE"],
    ["says soon for seconds", "token_lie", { lie: "wrong_expiry", value: "soon" }, "TOKEN_ANSWER_UNUSABLE"],
    ["says a negative time", "token_lie", { lie: "wrong_expiry", value: "-60" }, "TOKEN_ANSWER_UNUSABLE"],
    ["promises a year", "token_lie", { lie: "wrong_expiry", value: "31536000" }, "TOKEN_ANSWER_UNUSABLE"],
    ["gives a token that breaks a header", "token_lie", { lie: "breaks_header" }, "TOKEN_ANSWER_UNUSABLE"],
    ["answers garbage", "token_lie", { lie: "garbage" }, "TOKEN_ANSWER_UNUSABLE"],
    ["answers without end", "token_lie", { lie: "endless" }, "TOKEN_ANSWER_UNUSABLE"],
    ["answers half a document", "truncated_json", {}, "TOKEN_ANSWER_UNUSABLE"],
    ["shows a login page with 200", "html_login_page", {}, "TOKEN_ANSWER_UNUSABLE"],
    ["answers 500", "server_error", {}, "TOKEN_ENDPOINT_FAILED"],
    ["answers 503", "service_unavailable", {}, "TOKEN_ENDPOINT_FAILED"],
    ["sends us elsewhere", "redirect", {}, "TOKEN_ENDPOINT_FAILED"],
    ["ends the connection", "drop_before_execution", {}, "TOKEN_ENDPOINT_UNREACHABLE"],
  ] as const)("one that %s", async (_name, kind, more, code) => {
    const account = await openM2m();
    await account.fault(kind, { op: "token", key: certificate.id, ...more });
    expect(await account.write(payloads.ar_note, "k")).toMatchObject({
      class: "not_executed",
      code,
      throttled: false,
    });
    expect(await account.commits("k")).toHaveLength(0);
    expect(await account.write(payloads.ar_note, "k")).toMatchObject({ class: "applied" });
  });
  it("one that asks for patience spends no attempt", async () => {
    const account = await openM2m();
    await account.fault("too_many_requests", { op: "token" });
    expect(await account.write(payloads.ar_note, "k")).toMatchObject({
      class: "not_executed",
      throttled: true,
      retryAfterSeconds: 1,
    });
  });
  it("one that answers too late, though it grants the token", async () => {
    const account = await openM2m();
    await account.fault("slow_answer", { op: "token", delay_ms: 1_500 });
    const authorize = signer(account.simulator.url, { timeoutMs: 1_000 });
    await expect(authorize()).rejects.toMatchObject({ code: "TOKEN_ENDPOINT_SLOW" });
    expect(await authorize()).toMatch(/^Bearer /);
    await account.simulator.idle();
  });
  it("one that never answers", async () => {
    const tokens = await serveTokens(() => {});
    await expect(signer(tokens.url, { timeoutMs: 100 })()).rejects.toMatchObject({
      code: "TOKEN_ENDPOINT_SLOW",
      reason: "unavailable",
    });
  });
  it("one that is not there", async () => {
    const authorize = signer(`http://127.0.0.1:${await getPort()}`);
    await expect(authorize()).rejects.toMatchObject({ code: "TOKEN_ENDPOINT_UNREACHABLE" });
  });
  it("and the next call after a failure asks again", async () => {
    const tokens = await serveTokens((nth, response) => {
      if (nth === 1) response.writeHead(500).end();
      else response.end(grantOf("t2"));
    });
    const authorize = signer(tokens.url);
    await expect(authorize()).rejects.toMatchObject({ code: "TOKEN_ENDPOINT_FAILED" });
    expect(await authorize()).toBe("Bearer t2");
  });
});

describe("a certificate that is no longer good", () => {
  it("revoked with its tokens halts the lane", async () => {
    const account = await openM2m();
    expect(await account.write(payloads.ar_note, "k1")).toMatchObject({ class: "applied" });
    await account.control("DELETE", `certificates/${certificate.id}`);
    expect(await account.write(payloads.ar_note, "k2")).toMatchObject({
      class: "lane_halt",
      code: "CERTIFICATE_REFUSED",
    });
  });
  it("revoked while its token lives goes on until the token ends", async () => {
    const account = await openM2m();
    await account.read(payloads.ar_note);
    await account.control("DELETE", `certificates/${certificate.id}?keep_tokens=1`);
    expect(await account.write(payloads.ar_note, "k1")).toMatchObject({ class: "applied" });
    await account.control("DELETE", "tokens");
    expect(await account.write(payloads.ar_note, "k2")).toMatchObject({ class: "lane_halt" });
  });
  it.each(["invalid_grant", "invalid_request", "unauthorized_client", "invalid_scope"])(
    "%s is a refusal, not a failure that passes",
    async (error) => {
      const tokens = await serveTokens((_nth, response) =>
        response.writeHead(400).end(JSON.stringify({ error })),
      );
      await expect(signer(tokens.url)()).rejects.toMatchObject({ reason: "refused" });
    },
  );
});

it("neither token nor key nor assertion is logged", async () => {
  const lines: string[] = [];
  const log = {
    warn: (fields: unknown, message: string) => void lines.push(JSON.stringify([fields, message])),
  };
  const tokens = await serveTokens((_nth, response) => void response.end(grantOf("the-token", "never")));
  const account = await openM2m({ client: { log, baseUrl: tokens.url } });
  await account.write(payloads.ar_note, "k");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("TOKEN_ANSWER_UNUSABLE");
  expect(lines.join()).not.toMatch(/the-token|PRIVATE KEY|eyJ/);
});
