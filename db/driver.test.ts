import net from "node:net";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase();

let socket: net.Socket;
const { hostname, port } = new URL(db.urls.app);
const sql = postgres(db.urls.app, {
  max: 1,
  connect_timeout: 2,
  backoff: false,
  fetch_types: false,
  socket: () => (socket = net.connect(Number(port), hostname)),
} as postgres.Options<Record<string, never>>);
afterAll(() => sql.end({ timeout: 1 }));

// The driver's own 3.4.9 never opens such a connection again (docs/adr/0110).
test("a connection that ends while a statement is about to go out is opened again", async () => {
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
