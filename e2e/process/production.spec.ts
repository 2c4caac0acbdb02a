import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "../support/test";

const answerLimitMs = 240_000;
let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-refused-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Everything production asks for. */
const complete = {
  NEXTAUTH_SECRET: "s".repeat(32),
  NEXTAUTH_URL: "https://countersign.example",
  COUNTERSIGN_SECRET_KEY: randomBytes(32).toString("base64"),
  COUNTERSIGN_SIGNING_KEY: randomBytes(32).toString("base64"),
  NETSUITE_ACCOUNT: "1234567",
  NETSUITE_CONSUMER_KEY: "a",
  NETSUITE_CONSUMER_SECRET: "b",
  NETSUITE_TOKEN_ID: "c",
  NETSUITE_TOKEN_SECRET: "d",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  INNGEST_EVENT_KEY: "e",
  INNGEST_SIGNING_KEY: "signkey-prod-00",
};

function start(env: Record<string, string>): { code: number | null; said: string } {
  const { PATH = "", HOME = "" } = process.env;
  const own = { COUNTERSIGN_ENV: "production", COUNTERSIGN_LOCAL_DIR: folder, ...env };
  const done = spawnSync(process.execPath, ["scripts/start.mjs"], {
    // Nothing of what happens to be set here.
    env: { PATH, HOME, NODE_ENV: "production", ...own },
    encoding: "utf8",
    timeout: answerLimitMs,
  });
  return { code: done.status, said: done.stdout + done.stderr };
}

function expectRefusal(env: Record<string, string>, ...names: string[]): void {
  const { code, said } = start(env);
  expect(code, said).not.toBeNull();
  expect(code, said).not.toBe(0);
  for (const name of names) expect(said).toContain(name);
  expect(said).not.toMatch(/\n\s+at /);
  // Refused before anything was made.
  expect(readdirSync(folder)).toEqual([]);
}

test("with nothing set production refuses to start and names every variable at once", () => {
  expectRefusal({}, ...Object.keys(complete));
});

for (const name of Object.keys(complete) as (keyof typeof complete)[]) {
  test(`without ${name} production refuses to start and names it`, () => {
    const { [name]: _left, ...rest } = complete;
    expectRefusal(rest, name);
  });
}

test("with a certificate chosen, what that needs is named at once, and no token", () => {
  const { NETSUITE_CONSUMER_KEY: _key, NETSUITE_TOKEN_ID: _token, ...rest } = complete;
  const certificate = ["NETSUITE_CLIENT_ID", "NETSUITE_CERTIFICATE_ID", "NETSUITE_PRIVATE_KEY"];
  expectRefusal({ ...rest, NETSUITE_AUTH: "oauth2-m2m" }, ...certificate);
  const { said } = start({ ...rest, NETSUITE_AUTH: "oauth2-m2m" });
  expect(said).not.toContain("NETSUITE_CONSUMER_KEY");
  expectRefusal({ ...rest, NETSUITE_AUTH: "saml" }, "NETSUITE_AUTH");
});

test("INNGEST_DEV in production is refused by name, since it turns signatures off", () => {
  expectRefusal({ ...complete, INNGEST_DEV: "1" }, "INNGEST_DEV is set");
});

test("the simulator in production is refused by name", () => {
  expectRefusal(
    { ...complete, NETSUITE_SIMULATOR_URL: "http://127.0.0.1:1" },
    "NETSUITE_SIMULATOR_URL is set",
  );
});

test("an address without https, a short secret and a key of the wrong length are refused by name", () => {
  expectRefusal({ ...complete, NEXTAUTH_URL: "http://countersign.example" }, "NEXTAUTH_URL");
  expectRefusal({ ...complete, NEXTAUTH_SECRET: "short" }, "NEXTAUTH_SECRET");
  expectRefusal({ ...complete, COUNTERSIGN_SECRET_KEY: "c2hvcnQ=" }, "COUNTERSIGN_SECRET_KEY");
  const previous = "COUNTERSIGN_SECRET_KEY_PREVIOUS";
  expectRefusal({ ...complete, [previous]: "c2hvcnQ=" }, previous);
  expectRefusal({ ...complete, [previous]: complete.COUNTERSIGN_SECRET_KEY }, previous, "is the same as");
  expectRefusal({ ...complete, COUNTERSIGN_SIGNING_KEY: "c2hvcnQ=" }, "COUNTERSIGN_SIGNING_KEY");
});

test("the embedded database and engine are refused unless COUNTERSIGN_EMBEDDED=allow says one machine is meant", () => {
  const {
    DATABASE_URL: _database,
    INNGEST_EVENT_KEY: _event,
    INNGEST_SIGNING_KEY: _signing,
    ...rest
  } = complete;
  expectRefusal(rest, "DATABASE_URL", "INNGEST_EVENT_KEY", "COUNTERSIGN_EMBEDDED=allow");
  // Allowed, they are no longer named; the simulator still is.
  const { NETSUITE_ACCOUNT: _account, ...unconnected } = rest;
  const { code, said } = start({ ...unconnected, COUNTERSIGN_EMBEDDED: "allow" });
  expect(code).not.toBe(0);
  expect(said).toContain("NETSUITE_ACCOUNT");
  expect(said).not.toContain("DATABASE_URL");
});

test("a hold and lease that may end while the answer to a write is still awaited are refused, with the settings that decide it", () => {
  const settings = ["PUSH_HOLD_SECONDS", "PUSH_LEASE_SECONDS", "NETSUITE_TIMEOUT_MS"];
  expectRefusal({ ...complete, PUSH_HOLD_SECONDS: "0" }, ...settings);
  // As long as the timeout and its margin, and not longer.
  const even = { PUSH_HOLD_SECONDS: "55", PUSH_LEASE_SECONDS: "10", NETSUITE_TIMEOUT_MS: "60000" };
  expectRefusal({ ...complete, ...even }, ...settings, "more than 65");
});

test("a value that is none is refused by its variable's name", () => {
  expectRefusal({ ...complete, NETSUITE_TIMEOUT_MS: "soon" }, "NETSUITE_TIMEOUT_MS");
});
