import type { InboundRoute } from "@/lib/core/message/inbound-routes";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { countRefused } from "./refused-deliveries";

/** Answers a delivery, and counts a refusal: 401 is forged, every other 4xx of its form malformed. Throws as `answer` does. */
export async function countingRefusals<Answer>(
  route: InboundRoute,
  gateway: Gateway,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof AppError && error.status === 401) countRefused(route, "forged", gateway);
    else if (error instanceof AppError && MALFORMED.includes(error.status))
      countRefused(route, "malformed", gateway);
    throw error;
  }
}

const MALFORMED: readonly number[] = [400, 413, 415, 422];
