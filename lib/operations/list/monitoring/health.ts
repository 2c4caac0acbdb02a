import { z } from "zod";
import { healthSchema } from "@/lib/contract/monitoring/overview";
import { readPublicHealth } from "@/lib/gateway/read/state/read-health";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { Answer, defineOperation } from "@/lib/operations/frame/operation";

/** Whether the installation works. */

export const health = {
  readHealth: defineOperation("GET /api/health", {
    summary: "Whether the parts answer",
    caller: "anybody",
    answers: {
      200: { description: "OK or degraded", schema: healthSchema },
      503: { description: "The database is down", schema: healthSchema },
    },
    verb: async () => {
      const answer = await readPublicHealth();
      return new Answer(answer.database === "ok" ? 200 : 503, answer);
    },
  }),
  readMetrics: defineOperation("GET /api/metrics", {
    summary: "Figures in Prometheus' text format; 404 while METRICS_TOKEN is not set",
    caller: "scraper",
    answers: { 200: { description: "OK", schema: z.string(), type: "text/plain" } },
    refusals: ["not_found"],
    verb: async () => {
      const { contentType, text } = await readMetrics();
      return new Answer(200, text, { "content-type": contentType });
    },
  }),
};
