"use server";

import type { z } from "zod";
import { vendorCost } from "@/lib/contract/kit/vendor-cost-update";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** What a vendor charges for one item. */
export async function proposeVendorCost(input: z.input<typeof vendorCost.schema>): Promise<KitResult> {
  return proposeInApp(vendorCost, input);
}
