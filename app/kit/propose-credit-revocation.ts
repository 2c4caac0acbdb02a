"use server";

import type { z } from "zod";
import { creditRevocation } from "@/lib/contract/kit/customer-credit-revoke";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** No credit any more, and new orders held. */
export async function proposeCreditRevocation(
  input: z.input<typeof creditRevocation.schema>,
): Promise<KitResult> {
  return proposeInApp(creditRevocation, input);
}
