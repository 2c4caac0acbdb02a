"use server";

import type { z } from "zod";
import { priceRoll } from "@/lib/contract/kit/bulk-price-roll";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** Many new prices under one decision. */
export async function proposePriceRoll(input: z.input<typeof priceRoll.schema>): Promise<KitResult> {
  return proposeInApp(priceRoll, input);
}
