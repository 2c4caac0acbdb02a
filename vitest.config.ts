import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("./", import.meta.url)).replace(/\/$/, "");

/** Rooms that keep nothing between two calls: their tests share all that they import. */
const stateless = [
  "components",
  "lib/action-types",
  "lib/core",
  "lib/destinations",
  "lib/outbound",
  "lib/view",
  "netsuite",
];
const statelessTests = stateless.map((room) => `${room}/**/*.test.ts`);
/** More than about eight seconds alone on two processors: `npm test` leaves these to `npm run test:whole` (docs/adr/0148). */
const longTests = "**/*.long.test.ts";
const elsewhere = ["node_modules/**", ".next/**", ".local/**", "e2e/**", "packages/**"];

/** A module that one file replaces would stay replaced for the others of its process. */
const replacing = ["app", "db", "inngest", "lib", "scripts"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => file.endsWith(".test.ts") && /\bvi\.(mock|doMock)\(/.test(readFileSync(file, "utf8"))),
);

interface Tests {
  include: string[];
  exclude: string[];
  /** A process for each file. Otherwise several share one. */
  isolate: boolean;
  setupFiles?: string[];
}

const product = (name: string, tests: Tests) => ({
  resolve: { alias: { "@": root } },
  test: {
    ...tests,
    name,
    globalSetup: ["db/testing/global-setup.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Only what never comes may meet this either.
    expect: { poll: { timeout: 60_000 } },
    // A key as production has one: 32 bytes in base64.
    env: { LOG_LEVEL: "silent", COUNTERSIGN_SECRET_KEY: Buffer.alloc(32, "test key").toString("base64") },
  },
});

/** The product's tests and those of each package, which has a configuration of its own. */
export default defineConfig({
  test: {
    // Three for two processors, because one of them usually waits for Postgres.
    maxWorkers: 3,
    projects: [
      "packages/*",
      product("product", {
        include: ["**/*.test.ts"],
        exclude: [...elsewhere, ...statelessTests, ...replacing, longTests],
        isolate: false,
        setupFiles: ["db/testing/fresh-process.ts"],
      }),
      product("apart", { include: replacing, exclude: [...statelessTests, longTests], isolate: true }),
      product("stateless", { include: statelessTests, exclude: [...elsewhere, longTests], isolate: false }),
      product("long", { include: [longTests], exclude: elsewhere, isolate: true }),
    ],
  },
});
