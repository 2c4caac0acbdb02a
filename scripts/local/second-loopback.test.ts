import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createServer as createHttpServer, get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerOnSecondLoopback } from "./second-loopback";

const app = createHttpServer((request, answer) => answer.end(`${request.method} ${request.url}`));
let port: number;
let second: Awaited<ReturnType<typeof answerOnSecondLoopback>>;
beforeAll(async () => {
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  ({ port } = app.address() as AddressInfo);
  second = await answerOnSecondLoopback(port);
});
afterAll(async () => {
  await second?.stop();
  app.closeAllConnections();
  app.close();
});

const ask = (host: string) =>
  new Promise<string>((resolve, reject) => {
    get({ host, port, path: "/proposed-actions", agent: false }, (answer) => {
      let text = "";
      answer.on("data", (piece: Buffer) => (text += piece.toString()));
      answer.on("end", () => resolve(text));
    }).on("error", reject);
  });

test("both of this machine's own addresses answer", async () => {
  if (second) expect(await ask("::1")).toBe("GET /proposed-actions");
  expect(await ask("127.0.0.1")).toBe("GET /proposed-actions");
});

test("a port that another program has there is refused in words", async () => {
  if (!second) return;
  await expect(answerOnSecondLoopback(port)).rejects.toThrow(
    `Port ${port} is free on 127.0.0.1 and taken on ::1 (EADDRINUSE); choose another.`,
  );
});

test("the port is free again after it stopped, also while a browser keeps a connection open", async () => {
  if (!second) return;
  const again = createServer();
  const held = get({ host: "::1", port, path: "/", headers: { connection: "keep-alive" } });
  await once(held, "response");
  await second.stop();
  second = null;
  held.on("error", () => {});
  again.listen(port, "::1");
  await once(again, "listening");
  again.close();
});
