"use server";

import type { z } from "zod";
import { customerPrice } from "@/lib/contract/kit/customer-price-update";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** The price of one item for one customer. */
export async function proposeCustomerPrice(input: z.input<typeof customerPrice.schema>): Promise<KitResult> {
  return proposeInApp(customerPrice, input);
}
