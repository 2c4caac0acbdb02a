import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import getPort from "get-port";
import { newCertificate, signedBy } from "@/netsuite/testing/certificates";
import { type Account, openAccount, testCredentials } from "@/netsuite/testing/open-account";
import { RESTLET_ACTION_TYPES } from "@/lib/action-types/registry";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import type { CheckOptions } from "./arguments";
import type { CheckConfiguration } from "./configuration";
import type { Line } from "./line";
import { formatReport } from "./print-report";
import type { CheckReport } from "./run-checks";
import { runTestChecks } from "./testing/run-test-checks";

const MINUTE_MS = 60_000;

let account: Account;
beforeEach(async () => void (account = await openAccount()));
afterEach(() => account.close());

/** In place of the account as we ship it. */
const openAnother = async (options: Parameters<typeof openAccount>[0]) => {
  await account.close();
  account = await openAccount(options);
};
const settings = (change: Record<string, unknown>) => account.control("PATCH", "settings", change);

const check = (more: Partial<CheckConfiguration> = {}, options: Partial<CheckOptions> = {}) =>
  runTestChecks({ baseUrl: account.simulator.url, ...more }, options);

const lineOf = (report: CheckReport, id: string) => report.lines.find((line) => line.id === id);
const failuresOf = (report: CheckReport) =>
  report.lines.filter((line) => line.status === "fail").map((line) => line.id);

describe("an account that is set up as we ship it", () => {
  test("passes, line by line", async () => {
    const report = await check();
    expect(failuresOf(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
    const connected = ["reachable", "clock", "signature", "restlet"];
    for (const id of [...connected, "permission.TRAN_SALESORD", "record.ledger", "bypass"])
      expect(lineOf(report, id), id).toMatchObject({ status: "pass" });
  });
  test("passes with a certificate too, and asks for that login's permission", async () => {
    const signed = signedBy(newCertificate("cert-1"));
    await openAnother(signed);
    const report = await check({ strategy: "oauth2-m2m", credentials: signed.client.credentials });
    expect(report.exitCode).toBe(0);
    expect(lineOf(report, "permission.ADMI_LOGIN_OAUTH2")).toMatchObject({ status: "pass" });
    expect(lineOf(report, "permission.ADMI_LOGIN_OAUTH")).toBeUndefined();
  });
  test("is left as it was", async () => {
    await check({}, { skipConcurrency: false });
    expect(await account.control("GET", "health")).toMatchObject({ commits: 0 });
  });
});

test("a RESTlet that names no request is an older one, which is said and stops nothing", async () => {
  const sdfDir = mkdtempSync(path.join(tmpdir(), "countersign-older-"));
  onTestFinished(() => rmSync(sdfDir, { recursive: true, force: true }));
  cpSync("netsuite/sdf", sdfDir, { recursive: true });
  const script = path.join(sdfDir, "FileCabinet/SuiteScripts/countersign/gfs_platform_query.js");
  writeFileSync(script, readFileSync(script, "utf8").replace('typeof id === "string"', "false"));
  await openAnother({ simulator: { sdfDir } });
  const report = await check();
  expect(lineOf(report, "restlet")).toMatchObject({
    status: "warn",
    found: expect.stringContaining("An older RESTlet"),
  });
  expect(failuresOf(report)).toEqual([]);
});

describe("every lack is named, with a remedy", () => {
  test.each<[string, Record<string, unknown>, string[], Record<string, Partial<Line>>]>([
    [
      "a permission that is gone, at its level",
      { permissions: { LIST_CUSTJOB: "VIEW", TRAN_SALESORD: "NONE" } },
      ["permission.TRAN_SALESORD", "permission.LIST_CUSTJOB"],
      {
        "permission.LIST_CUSTJOB": {
          found: "VIEW, and EDIT is needed",
          todo: "Give the role Customers: EDIT",
        },
      },
    ],
    [
      "a permission an account may do without is a warning, and so is one that is too much",
      { permissions: { LIST_BOM: "NONE", LIST_ITEM: "FULL" } },
      [],
      { "permission.LIST_BOM": { status: "warn" }, "permission.LIST_ITEM": { found: "more than is needed" } },
    ],
    [
      "records that cannot be written",
      { permissions: { customrecord_countersign_ledger: "VIEW", note: "NONE" } },
      ["record.ledger", "record.note"],
      {},
    ],
    [
      "settings that are empty or name nothing",
      {
        parameters: { custscript_gfs_adjustment_account: null, custscript_gfs_bid_field: "custentity_none" },
      },
      ["setting.adjustment_account", "setting.bid_field"],
      { "setting.bid_field": { found: "custentity_none" } },
    ],
    [
      "a RESTlet that is not deployed",
      { deployed: false },
      ["restlet"],
      { restlet: { found: "not deployed", todo: "docs/netsuite-setup.md" } },
    ],
  ])("%s", async (_title, change, failures, words) => {
    await settings(change);
    const report = await check();
    expect(failuresOf(report)).toEqual(failures);
    for (const [id, parts] of Object.entries(words)) {
      for (const [part, text] of Object.entries(parts))
        expect(lineOf(report, id)?.[part as keyof Line], id).toContain(text);
    }
    expect(report.exitCode).toBe(failures.length > 0 ? 1 : 0);
  });
  test.each([
    ["behind", -7, "fail"],
    ["ahead of", 7, "fail"],
    ["ahead of", 2, "warn"],
  ] as const)("an account's clock %s ours by %i minutes", async (word, minutes, status) => {
    await settings({ clock_offset_ms: minutes * MINUTE_MS });
    const clock = lineOf(await check(), "clock");
    expect(clock).toMatchObject({ status });
    expect(clock?.found).toContain(word);
    expect(clock?.todo).toContain("NTP");
  });
  test("a token secret that is wrong", async () => {
    const { account: _name, ...credentials } = testCredentials;
    const report = await check({ credentials: { ...credentials, tokenSecret: "guessed" } });
    expect(failuresOf(report)).toEqual(["signature"]);
    expect(report.exitCode).toBe(1);
    expect(formatReport(report)).not.toContain("guessed");
  });
  test("a certificate that was revoked", async () => {
    const signed = signedBy(newCertificate("cert-1"));
    await openAnother(signed);
    await account.control("DELETE", "certificates/cert-1");
    const report = await check({ strategy: "oauth2-m2m", credentials: signed.client.credentials });
    expect(failuresOf(report)).toEqual(["signature"]);
    expect(lineOf(report, "signature")?.todo).toContain("Upload a current certificate");
  });
  test("an account that is not there", async () => {
    const nobody = await check({ baseUrl: `http://127.0.0.1:${await getPort()}` });
    expect(failuresOf(nobody)).toEqual(["reachable"]);
    const misspelt = await check({ baseUrl: undefined, account: "no-such-account.invalid" });
    expect(failuresOf(misspelt)).toEqual(["reachable"]);
  });
});

describe("how much the account takes at once", () => {
  test("less than our share is a warning with the number to set", async () => {
    await openAnother({ simulator: { maxConcurrency: 2, latencyMs: 1_000 } });
    const line = lineOf(await check({}, { skipConcurrency: false }), "concurrency");
    expect(line).toMatchObject({
      status: "warn",
      found: expect.stringContaining("answered 2 and refused 3"),
    });
    expect(line?.todo).toContain("NETSUITE_CONCURRENCY_MAX to 2");
  });
  test("our share and more passes", async () => {
    await openAnother({ simulator: { maxConcurrency: 7, latencyMs: 1_000 } });
    const line = lineOf(await check({}, { skipConcurrency: false }), "concurrency");
    expect(line).toMatchObject({ status: "pass", found: expect.stringContaining("of 10 it refused 3") });
  });
});

describe("writes that went past the gateway", () => {
  const bypass = (role: string, by = "pricing-bot") =>
    account.control(
      "PATCH",
      `records/customer/${encodeURIComponent("Coastal Pantry")}?by=${by}&role=${encodeURIComponent(role)}`,
      { creditlimit: 99_000 },
    );

  test("a write in our own role without a receipt is found and told apart from ours", async () => {
    expect(await account.write(payloads.bid_price_update, "cs-1-1")).toMatchObject({ class: "applied" });
    expect((await check()).exitCode).toBe(0);
    await bypass("Countersign integration");
    const report = await check();
    expect(report.exitCode).toBe(2);
    expect(report.bypasses).toHaveLength(1);
    expect(report.bypasses[0]).toMatchObject({
      record: { type: "customer" },
      by: "pricing-bot",
      fields: [{ field: "creditlimit", from: "60000", to: "99000" }],
    });
    expect(formatReport(report)).toContain("creditlimit 60000 → 99000");
  });
  test("even on a record, and in the minute, that a receipt-backed write touched", async () => {
    expect(await account.write(payloads.customer_credit_limit, "cs-1-1")).toMatchObject({ class: "applied" });
    await bypass("Countersign integration", "Countersign");
    const report = await check();
    expect(report.bypasses.map(({ fields }) => fields)).toEqual([
      [{ field: "creditlimit", from: "75000", to: "99000" }],
    ]);
  });
  test("every kind of write of ours is backed by its row in the ledger", async () => {
    for (const [index, type] of RESTLET_ACTION_TYPES.entries())
      expect(await account.write(payloads[type], `cs-1-${index}`)).toMatchObject({ class: "applied" });
    const report = await check();
    expect(report.bypasses).toEqual([]);
    expect(lineOf(report, "bypass")?.found).toMatch(/[1-9]\d* system notes/);
  });
  test("people's own writes are nobody's business, until their role or name is asked for", async () => {
    await bypass("Pricing agent", "Robot One");
    expect((await check()).exitCode).toBe(0);
    expect((await check({}, { agentRoles: ["pricing AGENT"] })).exitCode).toBe(2);
    expect((await check({}, { agentRoles: ["robot one"] })).exitCode).toBe(2);
    expect((await check({}, { agentRoles: ["Warehouse"] })).exitCode).toBe(0);
  });
  test("notes that cannot be read are something that lacks, not a clean bill", async () => {
    await account.fault("unexpected_error", { op: "recent_writes" });
    const report = await check();
    expect(lineOf(report, "bypass")).toMatchObject({
      status: "fail",
      found: expect.stringContaining("UNEXPECTED_ERROR"),
    });
    expect(report.exitCode).toBe(1);
  });
  test("older ones than asked for are left out", async () => {
    await settings({ clock_offset_ms: -3 * 24 * 60 * MINUTE_MS });
    await bypass("Pricing agent");
    await settings({ clock_offset_ms: 0 });
    expect((await check({}, { agentRoles: ["Pricing agent"], days: 2 })).exitCode).toBe(0);
    expect((await check({}, { agentRoles: ["Pricing agent"], days: 4 })).exitCode).toBe(2);
  });
});
