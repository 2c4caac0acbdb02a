import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("./", import.meta.url)).replace(/\/$/, "");

/** Rooms that keep nothing between two calls: their tests share a process, which saves a start and its imports each. */
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
const elsewhere = ["node_modules/**", ".next/**", ".local/**", "e2e/**", "packages/**"];

const product = (name: string, tests: { isolate: boolean; include: string[]; exclude: string[] }) => ({
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
        isolate: true,
        include: ["**/*.test.ts"],
        exclude: [...elsewhere, ...statelessTests],
      }),
      product("stateless", { isolate: false, include: statelessTests, exclude: elsewhere }),
    ],
  },
});
