import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Both load files of their own at run time.
  serverExternalPackages: ["@cedar-policy/cedar-wasm", "pino", "@opentelemetry/api"],
  redirects: async () => [
    { source: "/", destination: "/proposed-actions", permanent: false },
    { source: "/proposed-actions.html", destination: "/proposed-actions", permanent: true },
  ],
};

export default config;
