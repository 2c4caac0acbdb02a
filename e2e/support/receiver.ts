import { once } from "node:events";
import http from "node:http";

/** An event of the webhook for questions. */
export interface CameIn {
  headers: Headers;
  body: string;
  event: { type: string; data: { ref: string; answer_to: string | null; question: { id: number } | null } };
}

/** A system of the company's own: it takes whatever the installation sends to it. Null: the installation is one that runs already. */
export async function openReceiver() {
  const port = Number(process.env.COUNTERSIGN_RECEIVER_PORT);
  if (!port) return null;
  const came: CameIn[] = [];
  const server = http.createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const headers = new Headers(request.headers as Record<string, string>);
      came.push({ headers, body, event: JSON.parse(body) as CameIn["event"] });
      response.writeHead(204).end();
    })();
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${port}/questions`,
    host: `127.0.0.1:${port}`,
    about: (id: number) => came.filter(({ event }) => event.data.question?.id === id),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
