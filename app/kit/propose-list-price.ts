"use server";

import type { z } from "zod";
import { listPrice } from "@/lib/contract/kit/item-price-update";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** The list price of one item at one price level and quantity. */
export async function proposeListPrice(input: z.input<typeof listPrice.schema>): Promise<KitResult> {
  return proposeInApp(listPrice, input);
}
