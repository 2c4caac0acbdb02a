import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("./", import.meta.url)).replace(/\/$/, "");

/** The product's tests and those of each package, which has a configuration of its own. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      "packages/*",
      {
        resolve: { alias: { "@": root } },
        test: {
          name: "product",
          include: ["**/*.test.ts"],
          globalSetup: ["db/testing/global-setup.ts"],
          exclude: ["node_modules/**", ".next/**", ".local/**", "e2e/**", "packages/**"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          env: { LOG_LEVEL: "silent" },
        },
      },
    ],
  },
});
