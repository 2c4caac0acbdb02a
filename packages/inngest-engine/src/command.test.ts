import { expect, test } from "vitest";
import { readCommand } from "./command";

const keys = { INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: "signkey-test-00" };
const needed = ["--port", "8288", "--app", "http://127.0.0.1:3000/api/inngest"];
const database = ["--database-url", "postgres://engine:secret@127.0.0.1/engine"];

test("the contract's command starts a signed engine that checkpoints", () => {
  expect(readCommand([...needed, ...database, "--retry-ms", "50"], keys)).toMatchObject({
    kind: "start",
    exitsWithParent: false,
    options: { port: 8288, retryMs: 50, checkpointing: true, unsignedDevMode: false, eventKey: "event-key" },
  });
});

test.each([
  ["--unsigned-dev", [...needed, ...database, "--unsigned-dev"], {}],
  ["INNGEST_DEV=1", [...needed, ...database], { INNGEST_DEV: "1" }],
  ["INNGEST_DEV as an address", [...needed, ...database], { INNGEST_DEV: "http://127.0.0.1:8288" }],
])("%s needs no keys", (_name, args, env) => {
  expect(readCommand(args, env)).toMatchObject({ kind: "start", options: { unsignedDevMode: true } });
});

test("a signing key goes before INNGEST_DEV: what is signed stays signed", () => {
  const read = readCommand([...needed, ...database], { ...keys, INNGEST_DEV: "1" });
  expect(read).toMatchObject({ kind: "start", options: { unsignedDevMode: false } });
});

test.each([
  ["a missing option", needed, keys, "--database-url is missing."],
  ["a port out of range", ["--port", "70000", ...needed.slice(2), ...database], keys, "--port must be"],
  ["a fraction", [...needed, ...database, "--retry-ms", "1.5"], keys, "--retry-ms must be a whole number"],
  ["an unknown option", [...needed, ...database, "--speed"], keys, "--speed"],
  ["an option without its value", [...needed, "--database-url"], keys, "--database-url"],
  ["no keys", [...needed, ...database], {}, "INNGEST_EVENT_KEY is not set"],
  ["dev mode switched off", [...needed, ...database], { INNGEST_DEV: "0" }, "INNGEST_EVENT_KEY is not set"],
  ["an app that is no address", ["--port", "1", "--app", "3000", ...database], keys, "--app must be"],
])("%s is named", (_name, args, env, problem) => {
  const read = readCommand(args, env);
  expect(read.kind === "wrong" && read.problem).toContain(problem);
});

test("a wrong database address is not repeated, since it may hold a password", () => {
  const read = readCommand([...needed, "--database-url", "mysql://engine:secret@127.0.0.1/engine"], keys);
  expect(read).toMatchObject({ kind: "wrong" });
  expect(JSON.stringify(read)).not.toContain("secret");
});
