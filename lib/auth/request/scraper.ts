import { timingSafeEqual } from "node:crypto";
import { AppError } from "@/lib/core/errors";
import { getEnv } from "@/lib/env";

/**
 * For a scraper: `Authorization: Bearer <METRICS_TOKEN>`. Without a token in the environment there is nothing to scrape.
 * @throws AppError not_found 404 while METRICS_TOKEN is not set; unauthenticated 401.
 */
export function assertScraper(request: Request): null {
  const token = getEnv().METRICS_TOKEN;
  if (!token) throw new AppError("not_found", "Metrics are off: set METRICS_TOKEN to turn them on.");
  const given = Buffer.from(/^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return null;
  throw new AppError("unauthenticated", "Send `Authorization: Bearer <METRICS_TOKEN>`.");
}
