import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "netsuite-simulator", include: ["src/**/*.test.ts"], testTimeout: 300_000 },
});
