"use server";

import type { z } from "zod";
import { creditLimit } from "@/lib/contract/kit/customer-credit-limit";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** A new credit limit for a customer. */
export async function proposeCreditLimit(input: z.input<typeof creditLimit.schema>): Promise<KitResult> {
  return proposeInApp(creditLimit, input);
}
