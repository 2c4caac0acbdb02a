import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "slack-double", include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
