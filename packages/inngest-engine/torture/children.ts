import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const newsTimeoutMs = 180_000;
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

/** A child that can be told things, tells things, and is gone with the test. */
export interface Child<Order, News extends { kind: string }> {
  tell(order: Order): void;
  /** Its last message of this kind; waits for one. @throws where the child ends first, or takes too long. */
  news<Kind extends News["kind"]>(kind: Kind): Promise<Extract<News, { kind: Kind }>>;
  /** Whether it has told this kind later than that one. */
  lastOf(kinds: readonly News["kind"][]): News["kind"] | null;
  gone: Promise<void>;
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
  let look = (): void => {};
  child.on("message", (news: News) => {
    messages.push(news);
    look();
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    tell: (order) => void child.send(order as never),
    news: async (kind) => {
      const arrived = new Promise<News>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`a child never said "${kind}"`)), newsTimeoutMs);
        const before = look;
        look = () => {
          before();
          const found = messages.findLast((news) => news.kind === kind);
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        look();
        void gone.then(() => {
          clearTimeout(timer);
          reject(new Error(`a child ended before it said "${kind}"`));
        });
      });
      return (await arrived) as Extract<News, { kind: typeof kind }>;
    },
    lastOf: (kinds) => messages.findLast((news) => kinds.includes(news.kind))?.kind ?? null,
    gone,
    kill: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
