import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Account, openAccount, testCredentials } from "@/netsuite/testing/open-account";
import { runScript } from "@/scripts/testing/run-script";

const entry = fileURLToPath(new URL("../netsuite-check.ts", import.meta.url));

let account: Account;
let folder: string;
beforeAll(async () => {
  account = await openAccount();
});
afterAll(() => account.close());
afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

async function run(args: string[], env: Record<string, string> = {}) {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-check-"));
  if (env.DEMO) writeFileSync(path.join(folder, "demo.json"), env.DEMO);
  return runScript(entry, args, { COUNTERSIGN_LOCAL_DIR: folder, ...env });
}

const configured = () => ({
  NETSUITE_SIMULATOR_URL: account.simulator.url,
  NETSUITE_ACCOUNT: testCredentials.account,
  NETSUITE_CONSUMER_KEY: testCredentials.consumerKey,
  NETSUITE_CONSUMER_SECRET: testCredentials.consumerSecret,
  NETSUITE_TOKEN_ID: testCredentials.tokenId,
  NETSUITE_TOKEN_SECRET: testCredentials.tokenSecret,
});
const demo = () => {
  const { account: name, ...netsuite } = testCredentials;
  return JSON.stringify({ simulatorUrl: account.simulator.url, netsuite: { account: name, ...netsuite } });
};

describe("npm run netsuite:check", () => {
  test("reads the environment and prints a line per thing", async () => {
    const { code, out } = await run([], configured());
    expect(out).toContain("ok    Sales Order (TRAN_SALESORD): EDIT.");
    expect(out).toMatch(/\d+ ok, \d+ to look at, 0 lacking; exit code 0\.\n$/);
    expect(code).toBe(0);
  });
  test("--json prints one document and no secret", async () => {
    const { code, out } = await run(["--json", "--skip-concurrency"], configured());
    expect(JSON.parse(out)).toMatchObject({ account: testCredentials.account, exitCode: 0, bypasses: [] });
    for (const secret of [testCredentials.tokenSecret, testCredentials.consumerSecret])
      expect(out).not.toContain(secret);
    expect(code).toBe(0);
  });
  test("without an account it takes the demo's and says so", async () => {
    const { code, out } = await run(["--skip-concurrency"], { DEMO: demo() });
    expect(out).toContain("no account is configured (NETSUITE_ACCOUNT), so its simulated one is looked at");
    expect(code).toBe(0);
  });
});

describe("a mistake in the call is said in words, with exit code 1 and no stack", () => {
  test.each<[string, string[], Record<string, string>, string]>([
    ["an unknown option", ["--jsonn"], {}, "--jsonn"],
    ["days that are no number", ["--days", "soon"], {}, "from 1 to 90"],
    ["days beyond reason", ["--days", "4000"], {}, "from 1 to 90"],
    ["an empty role", ["--agent-roles", "a,,b"], {}, "--agent-roles"],
    ["no account and no demo", [], {}, "npm run demo"],
    ["a demo file of another kind", [], { DEMO: "{}" }, "not what the demo writes"],
    ["half a configuration", [], { NETSUITE_ACCOUNT: "1", NETSUITE_TOKEN_ID: "x" }, "NETSUITE_TOKEN_SECRET"],
    [
      "a certificate without its key",
      [],
      { NETSUITE_ACCOUNT: "1", NETSUITE_AUTH: "oauth2-m2m", NETSUITE_CLIENT_ID: "c" },
      "NETSUITE_CERTIFICATE_ID, NETSUITE_PRIVATE_KEY",
    ],
    ["a strategy that does not exist", [], { NETSUITE_AUTH: "basic" }, "NETSUITE_AUTH"],
    ["a key file that is not there", [], { NETSUITE_PRIVATE_KEY_FILE: "/none.pem" }, "ENOENT"],
  ])("%s", async (_name, args, env, words) => {
    const { code, out, complaint } = await run(args, env);
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(complaint).toContain(words);
    expect(complaint).not.toMatch(/\n\s+at /);
  });
});
