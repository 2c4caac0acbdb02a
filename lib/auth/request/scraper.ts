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
  const presented = Buffer.from(/^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "");
  const expected = Buffer.from(token);
  if (presented.length === expected.length && timingSafeEqual(presented, expected)) return null;
  throw new AppError("unauthenticated", "Send `Authorization: Bearer <METRICS_TOKEN>`.");
}
