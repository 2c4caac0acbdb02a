import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findPreviousKeyFaults, findProductionFaults, findStewardWarning } from "./production-checks";

type Settings = Parameters<typeof findProductionFaults>[0];
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const complete: Settings = {
  COUNTERSIGN_ENV: "production",
  COUNTERSIGN_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  COUNTERSIGN_SIGNING_KEY: Buffer.alloc(32, 8).toString("base64"),
  DATABASE_URL: "postgres://db/countersign",
  NEXTAUTH_SECRET: "s".repeat(32),
  NEXTAUTH_URL: "https://countersign.example.com",
  INNGEST_EVENT_KEY: "event",
  INNGEST_SIGNING_KEY: "signing",
  NETSUITE_ACCOUNT: "1234567",
  NETSUITE_CONSUMER_KEY: "a",
  NETSUITE_CONSUMER_SECRET: "b",
  NETSUITE_TOKEN_ID: "c",
  NETSUITE_TOKEN_SECRET: "d",
};

test.each<[string, string | undefined, string | undefined, RegExp | null]>([
  ["no previous key", keyOf(7), undefined, null],
  ["another one", keyOf(7), keyOf(8), null],
  ["the same one", keyOf(7), keyOf(7), /is the same as COUNTERSIGN_SECRET_KEY/],
  ["the same one, written otherwise", keyOf(7), keyOf(7).replace("=", ""), /is the same/],
  ["a short one", keyOf(7), "c2hvcnQ=", /32 bytes in base64/],
  ["one without a current key", undefined, keyOf(8), /needs COUNTERSIGN_SECRET_KEY/],
])("%s beside the secret key is taken or refused by its name", (_name, current, previous, fault) => {
  const faults = findPreviousKeyFaults({
    COUNTERSIGN_SECRET_KEY: current,
    COUNTERSIGN_SECRET_KEY_PREVIOUS: previous,
  });
  expect(faults).toEqual(
    fault === null
      ? []
      : [{ path: "COUNTERSIGN_SECRET_KEY_PREVIOUS", message: expect.stringMatching(fault) }],
  );
});

test("complete production settings have no fault, and development asks for none", () => {
  expect(findProductionFaults(complete)).toEqual([]);
  expect(
    findProductionFaults({
      COUNTERSIGN_ENV: "development",
      INNGEST_DEV: "1",
      NETSUITE_SIMULATOR_URL: "http://x",
    }),
  ).toEqual([]);
});

describe("production refuses, saying what to set", () => {
  test.each<[keyof Settings, string | undefined]>([
    ["NEXTAUTH_SECRET", undefined],
    ["NEXTAUTH_SECRET", "short"],
    ["NEXTAUTH_URL", undefined],
    ["NEXTAUTH_URL", "http://countersign.example.com"],
    ["COUNTERSIGN_SECRET_KEY", undefined],
    ["COUNTERSIGN_SIGNING_KEY", undefined],
    ["COUNTERSIGN_SIGNING_KEY", "not thirty-two bytes"],
    ["COUNTERSIGN_FORMER_PUBLIC_KEYS", "no key"],
    ["COUNTERSIGN_SECRET_KEY", "not thirty-two bytes"],
    ["DATABASE_URL", undefined],
    ["INNGEST_EVENT_KEY", undefined],
    ["INNGEST_SIGNING_KEY", undefined],
    ["INNGEST_DEV", "1"],
    ["NETSUITE_ACCOUNT", undefined],
    ["NETSUITE_SIMULATOR_URL", "http://127.0.0.1:9000"],
    ["NETSUITE_CONSUMER_KEY", undefined],
    ["NETSUITE_CONSUMER_SECRET", undefined],
    ["NETSUITE_TOKEN_ID", undefined],
    ["NETSUITE_TOKEN_SECRET", undefined],
    ["NETSUITE_TOKEN_SECRET", ""],
  ])("%s: %s", (name, value) => {
    const faults = findProductionFaults({ ...complete, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });
  test("OUTBOUND_ALLOW, and accepts an empty one", () => {
    const faults = findProductionFaults({ ...complete, OUTBOUND_ALLOW: [{ host: "127.0.0.1", port: 9000 }] });
    expect(faults).toEqual([expect.stringContaining("OUTBOUND_ALLOW")]);
    expect(findProductionFaults({ ...complete, OUTBOUND_ALLOW: [] })).toEqual([]);
  });
  test("nothing at all, with one sentence per fault", () => {
    expect(findProductionFaults({ COUNTERSIGN_ENV: "production" }).length).toBeGreaterThanOrEqual(10);
  });
});

describe("signing with a certificate", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificate: Settings = {
    ...complete,
    NETSUITE_AUTH: "oauth2-m2m",
    NETSUITE_CONSUMER_KEY: undefined,
    NETSUITE_CONSUMER_SECRET: undefined,
    NETSUITE_TOKEN_ID: undefined,
    NETSUITE_TOKEN_SECRET: undefined,
    NETSUITE_CLIENT_ID: "client",
    NETSUITE_CERTIFICATE_ID: "certificate",
    NETSUITE_PRIVATE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
  test("asks for no token", () => {
    expect(findProductionFaults(certificate)).toEqual([]);
  });
  test.each<[keyof Settings, string | undefined]>([
    ["NETSUITE_CLIENT_ID", undefined],
    ["NETSUITE_CERTIFICATE_ID", ""],
    ["NETSUITE_PRIVATE_KEY", undefined],
    ["NETSUITE_PRIVATE_KEY", "-----BEGIN PRIVATE KEY-----"],
  ])("%s: %s", (name, value) => {
    const faults = findProductionFaults({ ...certificate, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });
  test("names everything that is missing at once, and nothing of the other strategy", () => {
    const faults = findProductionFaults({ ...complete, NETSUITE_AUTH: "oauth2-m2m" });
    const names = ["NETSUITE_CLIENT_ID", "NETSUITE_CERTIFICATE_ID", "NETSUITE_PRIVATE_KEY"];
    expect(faults).toHaveLength(names.length);
    for (const name of names) expect(faults.join()).toContain(name);
  });
});

describe("one machine that is meant", () => {
  const embedded: Settings = {
    ...complete,
    COUNTERSIGN_EMBEDDED: "allow",
    DATABASE_URL: undefined,
    INNGEST_EVENT_KEY: undefined,
    INNGEST_SIGNING_KEY: undefined,
  };
  test("may embed database and engine", () => {
    expect(findProductionFaults(embedded)).toEqual([]);
    expect(findProductionFaults({ ...embedded, COUNTERSIGN_EMBEDDED: "yes" })).not.toEqual([]);
  });
  test("but never the simulator, nor unsigned calls", () => {
    expect(findProductionFaults({ ...embedded, NETSUITE_SIMULATOR_URL: "http://x" })).toHaveLength(1);
    expect(findProductionFaults({ ...embedded, NETSUITE_ACCOUNT: undefined })).toHaveLength(1);
    expect(findProductionFaults({ ...embedded, INNGEST_DEV: "1" })).toHaveLength(1);
  });
});

test("three people or more without a steward are warned of, and fewer are not", () => {
  expect(findStewardWarning({ people: 3, stewards: 0 })).toContain("No steward");
  expect(findStewardWarning({ people: 3, stewards: 1 })).toBeNull();
  expect(findStewardWarning({ people: 2, stewards: 0 })).toBeNull();
});
