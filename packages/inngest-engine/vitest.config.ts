import { defineConfig } from "vitest/config";

/** The Postgres that tests take their databases from is the repository's, or the one that TEST_POSTGRES_URL names. */
export default defineConfig({
  test: {
    name: "inngest-engine",
    globalSetup: ["../../db/testing/global-setup.ts"],
    // Only a test that hangs may meet these, on a machine ten times slower too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
