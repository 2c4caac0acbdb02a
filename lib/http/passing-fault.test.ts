import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { inTenant, openDatabase } from "@/db/client";
import { isPassingFault } from "@/db/passing-faults";
import { passingFaultOf } from "./passing-fault";

/** The fault of a request whose database is at an address where `server` answers. */
async function faultAt(port: number): Promise<unknown> {
  const database = openDatabase(`postgres://app:secret@127.0.0.1:${port}/countersign`, { poolMax: 1 });
  onTestFinished(() => database.end());
  return inTenant(database, 1, async () => null).catch((error: unknown) => error);
}

const portOf = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );

test("a database that is not there yet is answered with 503 and a time to ask again", async () => {
  const server = createServer();
  const port = await portOf(server);
  await new Promise((resolve) => server.close(resolve));
  const fault = await faultAt(port);
  expect(passingFaultOf(fault)).toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 2 });
});

test("so is one that resets the connection", async () => {
  const server = createServer((socket) => socket.resetAndDestroy());
  const port = await portOf(server);
  onTestFinished(() => void server.close());
  expect(passingFaultOf(await faultAt(port))).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
});

test.each(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "CONNECTION_CLOSED", "57P01"])(
  "%s passes, also where another error wraps it",
  (code) => {
    const fault = Object.assign(new Error("no"), { code });
    expect(isPassingFault(fault)).toBe(true);
    expect(isPassingFault(new Error("Failed query", { cause: fault }))).toBe(true);
  },
);

test.each(["ENOENT", "23505", "CS001", undefined])("%s is a fault that stays", (code) =>
  expect(isPassingFault(Object.assign(new Error("no"), { code }))).toBe(false),
);
