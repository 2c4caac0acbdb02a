import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("./", import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    include: ["**/*.test.ts"],
    globalSetup: ["db/testing/global-setup.ts"],
    exclude: ["node_modules/**", ".next/**", ".local/**", "e2e/**"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { LOG_LEVEL: "silent" },
  },
});
