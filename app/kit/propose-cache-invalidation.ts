"use server";

import type { z } from "zod";
import { cacheInvalidation } from "@/lib/contract/kit/cache-invalidation";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** Has the readers of a cache fetch it anew. */
export async function proposeCacheInvalidation(
  input: z.input<typeof cacheInvalidation.schema>,
): Promise<KitResult> {
  return proposeInApp(cacheInvalidation, input);
}
