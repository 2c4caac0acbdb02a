import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** An event of the webhook for questions. */
export interface CameIn {
  headers: Record<string, string>;
  body: string;
  event: { type: string; data: { ref: string; answer_to: string | null; question: { id: number } | null } };
}

/**
 * A system of the company's own, which takes everything that the installation sends to it and shows it to tests at `GET /`. It
 * runs as long as the installation does, so that nobody else takes its port in between.
 */
export async function startReceiver() {
  const came: CameIn[] = [];
  const server = http.createServer((request, response) => {
    void (async () => {
      if (request.method === "GET") return response.end(JSON.stringify(came));
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const headers = request.headers as Record<string, string>;
      came.push({ headers, body, event: JSON.parse(body) as CameIn["event"] });
      return response.writeHead(204).end();
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The receiver for a test. Null: the installation is one that runs already. */
export function receiverOf(host = process.env.COUNTERSIGN_RECEIVER) {
  if (!host) return null;
  return {
    host,
    url: `http://${host}/questions`,
    about: async (questionId: number) => {
      const came = (await (await fetch(`http://${host}/`)).json()) as CameIn[];
      return came.filter(({ event }) => event.data.question?.id === questionId);
    },
  };
}
