import { type Socket, connect } from "node:net";
import { send } from "../support/http/request";
import { installation } from "../support/installation";
import { expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** Bodies of callers whom nobody knows yet. */

const MB = 1024 * 1024;
const { hostname, port } = new URL(installation().url);

/** Sends all of a body but its last byte, and holds the connection. */
function holdBack(path: string, bytes: number, headers = ""): { socket: Socket; answer: () => string } {
  const socket = connect({ port: Number(port), host: hostname === "localhost" ? "127.0.0.1" : hostname });
  let text = "";
  socket.on("data", (part) => (text += part.toString()));
  socket.on("error", () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${bytes}\r\n${headers}\r\n`,
  );
  socket.write(Buffer.alloc(bytes - 1, "x"));
  return { socket, answer: () => text };
}

for (const path of ["/api/v1/proposals", "/api/mcp", "/api/v1/public/webhooks/slack/events", "/login"])
  test(`POST ${path} with more than any route takes is refused before it is sent`, async () => {
    const socket = connect({ port: Number(port), host: "127.0.0.1" });
    let text = "";
    socket.on("data", (part) => (text += part.toString()));
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${MB + 1}\r\n\r\n`);
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 413 [^]*"code":"payload_too_large"/);
    socket.destroy();
  });

test("unsigned bodies that are held back give way with 503, while others are answered", async () => {
  const signature = `t=${Math.floor(Date.now() / 1_000)}&s=${"ab".repeat(32)}`;
  const held = Array.from({ length: 24 }, () =>
    holdBack("/api/inngest", 4 * MB, `X-Inngest-Signature: ${signature}\r\n`),
  );
  await expect
    .poll(() => held.filter(({ answer }) => answer().startsWith("HTTP/1.1 503")).length)
    .toBeGreaterThan(5);
  const body = { raw: "x".repeat(200_000), method: "POST" };
  expectProblem(await send("/api/v1/proposals", body), "unauthenticated");
  for (const { socket } of held) socket.destroy();
});
