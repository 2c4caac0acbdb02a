import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { installation } from "../installation";

/** A way to the app on which answers get lost: the app has done its work, and the caller never hears of it. */
export interface FaultyProxy extends AsyncDisposable {
  url: string;
  /** The answers to the next requests are lost. */
  loseAnswers(count: number): void;
  /** The next requests are never answered. */
  holdRequests(count: number): void;
  /** Breaks every connection that is open. */
  cut(): void;
  /** The requests that came, as `POST /api/v1/proposals`. */
  requests: string[];
}

export async function openFaultyProxy(): Promise<FaultyProxy> {
  const requests: string[] = [];
  let toLose = 0;
  let toHold = 0;
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    if (toHold > 0) {
      toHold -= 1;
      return;
    }
    const isLost = toLose > 0;
    if (isLost) toLose -= 1;
    void forward(incoming, outgoing, isLost).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    loseAnswers: (count) => void (toLose = count),
    holdRequests: (count) => void (toHold = count),
    cut: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function forward(incoming: IncomingMessage, outgoing: ServerResponse, isLost: boolean): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { host: _ours, connection: _hop, "content-length": _length, ...headers } = incoming.headers;
  const answer = await fetch(installation().url + incoming.url, {
    method: incoming.method!,
    headers: { ...(headers as Record<string, string>), connection: "close" },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
  const body = await answer.text();
  if (isLost) {
    incoming.socket.destroy();
    return;
  }
  const kept = ["content-type", "retry-after", "x-correlation-id"];
  for (const name of kept) if (answer.headers.has(name)) outgoing.setHeader(name, answer.headers.get(name)!);
  outgoing.writeHead(answer.status).end(body);
}
