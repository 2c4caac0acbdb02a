import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Io } from "../io.js";
import { run } from "../program.js";

/** A command in this process: its streams are kept, and its questions are answered from a list. */

export interface Setting {
  env?: Record<string, string>;
  /** A person sits there and answers these in turn; absent: there is no terminal. */
  answers?: string[];
  /** Its text, or its lines as they come. */
  stdin?: string | AsyncIterable<string>;
}

export async function runWith(args: string[], { env = {}, answers, stdin = "" }: Setting = {}) {
  const [out, err, asked]: [string[], string[], string[]] = [[], [], []];
  const next = async (question: string) => {
    asked.push(question);
    return answers?.shift() ?? "";
  };
  const io: Io = {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    env: { HOME: "/nowhere", ...env },
    isTerminal: answers !== undefined,
    ask: next,
    askSecret: next,
    readStdin: async () => {
      if (typeof stdin === "string") return stdin;
      throw new Error("This command reads its input whole.");
    },
    stdinLines: async function* () {
      if (typeof stdin === "string") yield* stdin.split("\n");
      else yield* stdin;
    },
    signal: new AbortController().signal,
  };
  const code = await run(args, io);
  return { code, out: out.join("\n"), err: err.join("\n"), asked };
}

export interface Received {
  request: string;
  headers: Record<string, unknown>;
  body: unknown;
}

/** A server that gives these answers, each by its request; anything else is not found. */
export async function serve(answers: Record<string, { status?: number; body: unknown }>) {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    let text = "";
    incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
    incoming.on("end", () => {
      const request = `${incoming.method} ${incoming.url}`;
      received.push({ request, headers: incoming.headers, body: text === "" ? null : JSON.parse(text) });
      const { status = 200, body } = answers[request] ?? {
        status: 404,
        body: { code: "not_found", detail: `There is no ${request}.`, status: 404 },
      };
      outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, stop: () => new Promise((resolve) => server.close(resolve)) };
}
