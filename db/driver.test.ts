import net from "node:net";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();

/** Of docs/adr/0110, 0150 and 0156: where the driver's own 3.4.9 goes wrong as a connection ends, and which connection comes next. */

let socket: net.Socket;
const { hostname, port } = new URL(db.urls.app);
const open = (options: object) => {
  const sql = postgres(db.urls.app, {
    max: 1,
    connect_timeout: 2,
    backoff: false,
    socket: () => (socket = net.connect(Number(port), hostname)),
    ...options,
  } as postgres.Options<Record<string, never>>);
  afterAll(() => sql.end({ timeout: 1 }));
  return sql;
};

test("a connection that ends while a statement is about to go out is opened again", async () => {
  const sql = open({ fetch_types: false });
  await sql`SELECT 1`;
  socket.destroy();
  // A statement of this turn of the event loop is written in the next; the end of the connection is reported before that.
  await new Promise(setImmediate);
  const outcome = sql`SELECT 2`.then(
    () => "answered",
    (error: { code: string }) => error.code,
  );
  expect(await outcome).toBe("CONNECTION_CLOSED");
  expect(await sql`SELECT 3 AS three`).toEqual([{ three: 3 }]);
});

// The driver's own lets the rest of the transaction wait for ever, or go out over the connection that is opened next.
test.each(["before it has heard of that", "after it"])(
  "a transaction whose backend is ended and that goes on %s is refused, and its connection serves the next ones",
  async (when) => {
    const sql = open({ fetch_types: false });
    const outcome = sql.begin(async (tx) => {
      const [own] = await tx`SELECT pg_backend_pid() AS pid`;
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const isDeaf = when === "before it has heard of that";
      if (isDeaf) socket.pause();
      await db.owner`SELECT pg_terminate_backend(${own!.pid as number})`;
      if (!isDeaf) await closed.then(() => new Promise(setImmediate));
      const second = Promise.allSettled([tx`SELECT 2`]);
      // It goes out at the end of this turn of the event loop.
      await new Promise(setImmediate);
      if (isDeaf) socket.resume();
      expect(await second).toMatchObject([{ status: "rejected" }]);
    });
    await expect(outcome).rejects.toMatchObject({
      code: expect.stringMatching(/CONNECTION_CLOSED|ECONNRESET|EPIPE|57P01/),
    });
    expect(await sql`SELECT 3 AS three`).toEqual([{ three: 3 }]);
    expect(await sql.begin((tx) => tx`SELECT 4 AS four`)).toEqual([{ four: 4 }]);
    expect(await sql`SELECT 5 AS five`).toEqual([{ five: 5 }]);
  },
  10_000,
);

// The driver's own sends it over no socket, which ends the process, and takes the connection for an open one.
test("a statement of a connection that somebody held and that is gone is refused, and the next ones are served", async () => {
  const sql = open({});
  const held = await sql.reserve();
  const [own] = await held`SELECT pg_backend_pid() AS pid`;
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await db.owner`SELECT pg_terminate_backend(${own!.pid as number})`;
  await closed;
  await expect(held`SELECT 2`).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  held.release();
  expect(await sql.begin((tx) => tx`SELECT 3 AS three`)).toEqual([{ three: 3 }]);
  expect(await sql`SELECT 4 AS four`).toEqual([{ four: 4 }]);
}, 10_000);

test("statements that follow one another go over one connection, however many a burst has opened", async () => {
  const sql = postgres(db.urls.app, { max: 5, idle_timeout: 60 });
  afterAll(() => sql.end({ timeout: 1 }));
  const backend = async () => (await sql`SELECT pg_backend_pid() AS pid`)[0]!.pid as number;
  const transaction = () =>
    sql.begin(async (tx) => (await tx`SELECT pg_backend_pid() AS pid`)[0]!.pid as number);
  expect(new Set(await Promise.all(Array.from({ length: 5 }, transaction))).size).toBe(5);
  const followed = new Set<number>();
  for (let turn = 0; turn < 6; turn += 1)
    followed.add(turn % 3 === 0 ? await transaction() : await backend());
  expect(followed.size).toBe(1);
});

// The driver's own lets nobody hear of the failure, which ends the process.
test("a connection that fails while it asks for the types of arrays fails its statement, and nothing else", async () => {
  let cuts = 1;
  const cutting = () => {
    socket = net.connect(Number(port), hostname);
    const write = socket.write.bind(socket) as (chunk: Buffer) => boolean;
    return Object.assign(socket, {
      write: (chunk: Buffer) => {
        if (!chunk.includes("pg_catalog.pg_type") || cuts === 0) return write(chunk);
        cuts -= 1;
        socket.destroy(new Error("reset"));
        return false;
      },
    });
  };
  const sql = open({ socket: cutting });
  await expect(sql`SELECT 1`).rejects.toThrow("reset");
  expect(await sql`SELECT ARRAY['a'] AS letters`).toEqual([{ letters: ["a"] }]);
});
