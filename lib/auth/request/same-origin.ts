import { headers } from "next/headers";
import { getEnv } from "@/lib/env";
import { isSameOrigin } from "./origin";
import { originRefused } from "./origin-problem";

/**
 * For server actions: Next runs them even without an Origin header.
 * @throws AppError origin_refused 403 when the Origin header is missing, `null` or foreign.
 */
export async function assertSameOrigin(): Promise<void> {
  const request = await headers();
  const origin = { origin: request.get("origin"), host: request.get("host") };
  if (!isSameOrigin(origin, getEnv().NEXTAUTH_URL)) throw originRefused();
}
