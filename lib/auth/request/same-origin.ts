import { headers } from "next/headers";
import { getEnv } from "@/lib/env";
import { isSameOrigin } from "./origin";
import { originRefused } from "./origin-problem";

/**
 * For server actions, which run without an Origin header unless somebody asks for one.
 * @throws AppError origin_refused 403 when the Origin header is missing, `null` or foreign.
 */
export async function assertSameOrigin(): Promise<void> {
  const received = await headers();
  const sent = { origin: received.get("origin"), host: received.get("host") };
  if (!isSameOrigin(sent, getEnv().NEXTAUTH_URL)) throw originRefused();
}
