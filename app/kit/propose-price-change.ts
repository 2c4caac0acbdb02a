"use server";

import type { z } from "zod";
import { priceChange } from "@/lib/contract/kit/bid-price-update";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** A new unit price of one item on one customer's bid. */
export async function proposePriceChange(input: z.input<typeof priceChange.schema>): Promise<KitResult> {
  return proposeInApp(priceChange, input);
}
