import { timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import { getEnv } from "@/lib/env";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { route } from "@/lib/http/route";

/** For a scraper: `Authorization: Bearer <METRICS_TOKEN>`. Without a token in the environment there is no such page. */
export const GET = route(async (request) => {
  const token = getEnv().METRICS_TOKEN;
  if (!token) throw new AppError("not_found", "Metrics are off: set METRICS_TOKEN to turn them on.");
  const given = Buffer.from(/^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw new AppError("unauthenticated", "Send `Authorization: Bearer <METRICS_TOKEN>`.");
  }
  const { contentType, text } = await readMetrics();
  return new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
});
