"use server";

import type { z } from "zod";
import { orderLinePrice } from "@/lib/contract/kit/sales-order-line-price";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** Another rate for one line of an open sales order. */
export async function proposeOrderLinePrice(
  input: z.input<typeof orderLinePrice.schema>,
): Promise<KitResult> {
  return proposeInApp(orderLinePrice, input);
}
