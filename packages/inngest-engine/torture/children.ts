import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { until } from "../testing/harness";

/** ES modules have no `require`, which bundled CommonJS packages ask for. */
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

export interface Programs {
  engine: string;
  app: string;
  remove(): Promise<void>;
}

/** One file per program: a process that need not compile anything starts in a sixth of the time. */
export async function buildPrograms(): Promise<Programs> {
  const folder = await mkdtemp(path.join(tmpdir(), "engine-torture-"));
  const entry = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  await build({
    entryPoints: [entry("engine-child.ts"), entry("app-child.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    outExtension: { ".js": ".mjs" },
    outdir: folder,
    banner: { js: banner },
  });
  return {
    engine: path.join(folder, "engine-child.mjs"),
    app: path.join(folder, "app-child.mjs"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A child that takes orders, sends news, and is gone with the test. */
export interface Child<Order, News extends { kind: string }> {
  tell(order: Order): void;
  /** Its last message of this kind; waits for one. @throws where the child ends first, or takes too long. */
  news<Kind extends News["kind"]>(kind: Kind): Promise<Extract<News, { kind: Kind }>>;
  /** The kind of the last message that is of one of these. */
  lastOf(kinds: readonly News["kind"][]): News["kind"] | null;
  isGone(): boolean;
  kill(): Promise<void>;
}

export function startChild<Order, News extends { kind: string }>(
  program: string,
  start: object,
): Child<Order, News> {
  const child: ChildProcess = fork(program, [JSON.stringify(start)], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const messages: News[] = [];
  child.on("message", (news: News) => messages.push(news));
  const isGone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    tell: (order) => void child.send(order as never),
    news: (kind) =>
      until(`a child to say "${kind}"`, () => {
        const message = messages.findLast((news) => news.kind === kind);
        if (!message && isGone()) throw new Error(`a child ended before it said "${kind}"`);
        return message as Extract<News, { kind: typeof kind }> | undefined;
      }),
    lastOf: (kinds) => messages.findLast((news) => kinds.includes(news.kind))?.kind ?? null,
    isGone,
    kill: async () => {
      child.kill("SIGKILL");
      await until("a child to end", isGone);
    },
  };
}
