import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Both load files of their own at run time.
  serverExternalPackages: ["@cedar-policy/cedar-wasm", "pino", "@opentelemetry/api"],
  experimental: {
    // The code of a page in few files: gzip names a word once for each of them (docs/adr/0153). Sizes are those of sources:
    // at 120,000 each dialog brought its own copy of the sheet that they share.
    turbopackChunking: { minChunkSize: 70_000, maxMergeChunkSize: 50_000_000, maxChunkCountPerGroup: 2 },
  },
  redirects: async () => [
    { source: "/", destination: "/proposed-actions", permanent: false },
    { source: "/proposed-actions.html", destination: "/proposed-actions", permanent: true },
  ],
};

export default config;
