import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SWITCH_NAMES } from "./core/kill-switch";
import { classifierModelFrom, modelProvidersFrom } from "./core/run/model-providers";
import { inboundMailSettingsFrom } from "./core/message/inbound-mail-settings";
import { mailSettingsFrom } from "./core/message/mail-settings";
import { assertProductionReady, parseEnv, showsChatExample, switchesFromEnvironment } from "./env";

const folder = mkdtempSync(path.join(tmpdir(), "countersign-env-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, "key.pem");
writeFileSync(file, "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n");

test("a token signs unless a certificate is chosen", () => {
  expect(parseEnv({}).NETSUITE_AUTH).toBe("tba");
  expect(parseEnv({ NETSUITE_AUTH: " " }).NETSUITE_AUTH).toBe("tba");
  expect(parseEnv({ NETSUITE_AUTH: "oauth2-m2m" }).NETSUITE_AUTH).toBe("oauth2-m2m");
  expect(() => parseEnv({ NETSUITE_AUTH: "oauth2" })).toThrow("NETSUITE_AUTH");
});

test("the private key may come in a file, or with its line ends spelt out", () => {
  expect(parseEnv({ NETSUITE_PRIVATE_KEY_FILE: file }).NETSUITE_PRIVATE_KEY).toContain("\nabc\n");
  expect(parseEnv({ NETSUITE_PRIVATE_KEY: "BEGIN\\nabc\\nEND" }).NETSUITE_PRIVATE_KEY).toBe(
    "BEGIN\nabc\nEND",
  );
});

test("a file that is not there, and a key given twice, are named without showing the key", () => {
  expect(() => parseEnv({ NETSUITE_PRIVATE_KEY_FILE: path.join(folder, "none.pem") })).toThrow(
    "NETSUITE_PRIVATE_KEY_FILE: the file cannot be read (ENOENT)",
  );
  const twice = () => parseEnv({ NETSUITE_PRIVATE_KEY: "a-secret-key", NETSUITE_PRIVATE_KEY_FILE: file });
  expect(twice).toThrow("set one of them");
  expect(twice).not.toThrow("a-secret-key");
});

test("a push whose lease and hold may end while its answer is awaited is refused at the start", () => {
  const timing = (hold: string, lease: string, timeoutMs: string) => () =>
    parseEnv({ PUSH_HOLD_SECONDS: hold, PUSH_LEASE_SECONDS: lease, NETSUITE_TIMEOUT_MS: timeoutMs });
  expect(timing("5", "30", "30000")).toThrow("PUSH_HOLD_SECONDS");
  expect(timing("6", "30", "30000")).not.toThrow();
});

test("OUTBOUND_ALLOW opens the addresses that it names, none where it is unset, and stops the start if it is no list", () => {
  expect(parseEnv({}).OUTBOUND_ALLOW).toEqual([]);
  expect(parseEnv({ OUTBOUND_ALLOW: "127.0.0.1:9000" }).OUTBOUND_ALLOW).toEqual([
    { host: "127.0.0.1", port: 9000 },
  ]);
  expect(() => parseEnv({ OUTBOUND_ALLOW: "10.0.0.0/8" })).toThrow("OUTBOUND_ALLOW: must be host:port");
});

test("production does not start with OUTBOUND_ALLOW", () => {
  const env = parseEnv({ COUNTERSIGN_ENV: "production", OUTBOUND_ALLOW: "127.0.0.1:9000" });
  expect(() => assertProductionReady(env)).toThrow("OUTBOUND_ALLOW is set");
});

test("the chat example is there outside production, and in it only where it is asked for", () => {
  const isShown = (env: Record<string, string>) => showsChatExample(parseEnv(env));
  expect(isShown({})).toBe(true);
  expect(isShown({ COUNTERSIGN_ENV: "production" })).toBe(false);
  expect(isShown({ COUNTERSIGN_ENV: "production", CHAT_EXAMPLE: "" })).toBe(false);
  expect(isShown({ COUNTERSIGN_ENV: "production", CHAT_EXAMPLE: "on" })).toBe(true);
  expect(isShown({ CHAT_EXAMPLE: "off" })).toBe(false);
});

test.each(SWITCH_NAMES)(
  "KILL_SWITCH_… engages %s alone where it is 1, and none where it is 0, empty or unset",
  (name) => {
    const variable = `KILL_SWITCH_${name.toUpperCase()}`;
    const engaged = (value: string | undefined) => switchesFromEnvironment(parseEnv({ [variable]: value }));
    expect(engaged("1")).toEqual([name]);
    for (const value of ["0", "", undefined]) expect(engaged(value)).toEqual([]);
  },
);

test("a kill switch of the environment with any other value stops the start instead of being ignored", () => {
  expect(() => parseEnv({ KILL_SWITCH_NS_WRITES: "on" })).toThrow("KILL_SWITCH_NS_WRITES");
});

const models = (env: Record<string, string>) => () => modelProvidersFrom(parseEnv(env));

test("no provider of models is there until one is set up", () => {
  expect(models({})()).toEqual([]);
  expect(
    models({
      MODEL_OPENAI_KEY: "k-1",
      MODEL_ANTHROPIC_KEY: "k-2",
      MODEL_COMPATIBLE_URL: "https://models.acme.example:8443/v1/",
    })(),
  ).toEqual([
    { name: "openai", kind: "openai", url: "https://api.openai.com/v1", key: "k-1" },
    { name: "anthropic", kind: "anthropic", url: "https://api.anthropic.com/v1", key: "k-2" },
    { name: "compatible", kind: "compatible", url: "https://models.acme.example:8443/v1", key: null },
  ]);
  expect(
    models({
      MODEL_COMPATIBLE_NAME: "acme",
      MODEL_COMPATIBLE_KEY: "k",
      MODEL_COMPATIBLE_URL: "http://127.0.0.1:9000",
      OUTBOUND_ALLOW: "127.0.0.1:9000",
    })(),
  ).toEqual([{ name: "acme", kind: "compatible", url: "http://127.0.0.1:9000", key: "k" }]);
});

test("a provider of models that cannot be right stops the start, and its key is not shown", () => {
  for (const url of [
    "http://models.acme.example/v1",
    "https://10.0.0.7/v1",
    "https://localhost/v1",
    "https://models.acme.example:9000/v1",
    "https://user:word@models.acme.example/v1",
    "https://models.acme.example/v1?version=2",
    "models.acme.example",
  ])
    expect(models({ MODEL_COMPATIBLE_URL: url }), url).toThrow(
      "MODEL_COMPATIBLE_URL: must be an https address",
    );
  const url = "https://models.acme.example/v1";
  for (const name of ["Acme", "openai", "a/b"])
    expect(models({ MODEL_COMPATIBLE_URL: url, MODEL_COMPATIBLE_NAME: name }), name).toThrow(
      "MODEL_COMPATIBLE_NAME: must be",
    );
  expect(models({ MODEL_COMPATIBLE_KEY: "k" })).toThrow("MODEL_COMPATIBLE_KEY: is of no use");
  const broken = models({ MODEL_OPENAI_KEY: "a-secret\nkey" });
  expect(broken).toThrow("MODEL_OPENAI_KEY: must be one word");
  expect(broken).not.toThrow("a-secret");
});

test("replies are classified by a model only where its provider is set up", () => {
  const classifier = (env: Record<string, string>) => () => classifierModelFrom(parseEnv(env));
  expect(classifier({})()).toBeNull();
  expect(classifier({ MODEL_OPENAI_KEY: "k", CLASSIFIER_MODEL: "openai/small/2" })()).toMatchObject({
    provider: { name: "openai" },
    model: "small/2",
  });
  for (const CLASSIFIER_MODEL of ["acme/large-2", "openai"])
    expect(classifier({ MODEL_OPENAI_KEY: "k", CLASSIFIER_MODEL }), CLASSIFIER_MODEL).toThrow(
      "CLASSIFIER_MODEL: must be a model of a provider that is set up",
    );
});

describe("mail", () => {
  const base = { NEXTAUTH_URL: "https://sign.example" };
  test("is set up by an address of a relay and one to send from, each with its login decoded", () => {
    const env = parseEnv({
      ...base,
      SMTP_URL: "smtp://a%40b:s%2Fx@relay.example",
      MAIL_FROM: "Countersign <cs@sign.example>",
    });
    expect(mailSettingsFrom(env)).toEqual({
      host: "relay.example",
      port: 587,
      security: "starttls",
      login: { user: "a@b", password: "s/x" },
      from: { name: "Countersign", address: "cs@sign.example" },
    });
    const plain = { SMTP_URL: "smtp://relay.example:25", SMTP_TLS: "off", MAIL_FROM: "cs@sign.example" };
    expect(mailSettingsFrom(parseEnv({ ...base, ...plain }))).toMatchObject({
      port: 25,
      security: "off",
      login: null,
    });
    expect(
      mailSettingsFrom(parseEnv({ ...base, SMTP_URL: "smtps://r.example", MAIL_FROM: "a@b.example" })),
    ).toMatchObject({ port: 465, security: "tls" });
    expect(mailSettingsFrom(parseEnv({}))).toBeNull();
  });
  test.each([
    [{ SMTP_URL: "smtp://relay.example" }, "MAIL_FROM: goes with SMTP_URL"],
    [{ MAIL_FROM: "a@b.example" }, "SMTP_URL: goes with MAIL_FROM"],
    [{ SMTP_URL: "https://relay.example", MAIL_FROM: "a@b.example" }, "SMTP_URL: must be smtp://"],
    [{ SMTP_URL: "smtp://u:s3cret%@relay.example", MAIL_FROM: "a@b.example" }, "SMTP_URL: must be smtp://"],
    [
      { SMTP_URL: "smtp://relay.example", MAIL_FROM: "a@b.example\\r\\nBcc: x" },
      "MAIL_FROM: must be an address",
    ],
  ])("that cannot be right is refused without showing a password: %j", (source, words) => {
    expect(() => parseEnv({ ...base, ...source })).toThrow(words);
    expect(() => parseEnv({ ...base, ...source })).not.toThrow("s3cret");
  });
});

describe("replies by mail", () => {
  const address = { MAIL_REPLY_ADDRESS: "Reply@In.example.com" };
  const postmark = { POSTMARK_INBOUND_LOGIN: "user:a-password-of-16-or-more" };
  const smtp = { MAIL_IN_SMTP: "[::1]:2526", MAIL_IN_AUTHSERV_ID: "mx.example.com" };
  test("are read where an address and a way in are set, and not otherwise", () => {
    expect(inboundMailSettingsFrom(parseEnv({}))).toBeNull();
    expect(inboundMailSettingsFrom(parseEnv({ ...address, ...postmark }))).toEqual({
      address: { local: "reply", domain: "in.example.com" },
      smtp: null,
      postmark: { user: "user", password: "a-password-of-16-or-more" },
      sendgrid: null,
      sendgridEvents: null,
      ses: null,
      mailgun: null,
    });
    expect(inboundMailSettingsFrom(parseEnv({ ...address, ...smtp }))?.smtp).toEqual({
      host: "::1",
      port: 2_526,
      relays: ["127.0.0.1", "::1"],
      authservId: "mx.example.com",
    });
    const relays = { MAIL_IN_RELAYS: "10.0.0.5, 10.1.0.0/16,fd00::/8" };
    expect(inboundMailSettingsFrom(parseEnv({ ...address, ...smtp, ...relays }))?.smtp?.relays).toEqual([
      "10.0.0.5",
      "10.1.0.0/16",
      "fd00::/8",
    ]);
  });
  test.each([
    [{ ...address }, /MAIL_REPLY_ADDRESS: goes with one of MAIL_IN_SMTP/],
    [{ ...postmark }, /MAIL_REPLY_ADDRESS: goes with POSTMARK_INBOUND_LOGIN/],
    [{ MAIL_REPLY_ADDRESS: "far-too-long@in.example.com", ...postmark }, /at most 8 characters before the @/],
    [{ MAIL_REPLY_ADDRESS: "a+b@in.example.com", ...postmark }, /MAIL_REPLY_ADDRESS: must be an address/],
    [{ SENDGRID_EVENTS_PUBLIC_KEY: "x" }, /MAIL_REPLY_ADDRESS: goes with SENDGRID_EVENTS_PUBLIC_KEY/],
    [
      { ...address, ...postmark, SENDGRID_EVENTS_PUBLIC_KEY: "not a key" },
      /SENDGRID_EVENTS_PUBLIC_KEY: must be the public key/,
    ],
    [{ ...address, POSTMARK_INBOUND_LOGIN: "user:short" }, /the password 16 characters or more/],
    [{ ...address, MAIL_IN_SMTP: "127.0.0.1:2526" }, /MAIL_IN_AUTHSERV_ID: goes with MAIL_IN_SMTP/],
    [{ ...address, ...smtp, MAIL_IN_SMTP: "mail.example.com" }, /MAIL_IN_SMTP: must be host:port/],
    [{ ...address, ...smtp, MAIL_IN_RELAYS: "10.0.0.0/33" }, /MAIL_IN_RELAYS: must be addresses or networks/],
    [{ ...address, ...smtp, MAIL_IN_RELAYS: "relay.example.com" }, /MAIL_IN_RELAYS: must be addresses/],
    [{ ...address, SES_INBOUND_TOPIC_ARN: "arn:aws:sqs:x:1:y" }, /SES_INBOUND_TOPIC_ARN: must be arn/],
    [
      { ...address, SENDGRID_INBOUND_PUBLIC_KEY: "not a key" },
      /SENDGRID_INBOUND_PUBLIC_KEY: must be the public key/,
    ],
  ])("%j is refused with what would be right", (env, words) => {
    expect(() => parseEnv(env)).toThrow(words);
  });
});
