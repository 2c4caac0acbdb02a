import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Everything of the process that a command uses. */
export interface Io {
  out(line: string): void;
  err(line: string): void;
  env: Readonly<Record<string, string | undefined>>;
  /** A person sits there: questions are asked on stderr and answered on stdin. */
  isTerminal: boolean;
  ask(question: string): Promise<string>;
  /** The same, without showing what is typed. */
  askSecret(question: string): Promise<string>;
  readStdin(): Promise<string>;
  /** One after another, until the input ends or the command is interrupted. */
  stdinLines(): AsyncIterable<string>;
  signal: AbortSignal;
}

export function processIo(signal: AbortSignal): Io {
  const { stdin, stdout, stderr, env } = process;
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    env,
    isTerminal: stdin.isTTY && stderr.isTTY,
    ask: (question) => askOn(stderr, question),
    askSecret: async (question) => {
      stderr.write(question);
      const answer = await askOn(new Writable({ write: (_chunk, _encoding, done) => done() }), "");
      stderr.write("\n");
      return answer;
    },
    readStdin: () => text(stdin),
    stdinLines: () => createInterface({ input: stdin, crlfDelay: Infinity, signal }),
    signal,
  };
}

/** An end of the input is an empty answer. */
function askOn(output: NodeJS.WritableStream, question: string): Promise<string> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
    let answer = "";
    lines.on("close", () => resolve(answer.trim()));
    lines.question(question, (line) => {
      answer = line;
      lines.close();
    });
  });
}
