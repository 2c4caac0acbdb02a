"use server";

import type { z } from "zod";
import type { KitResult } from "@/lib/contract/kit/results";
import { vendorCostRoll } from "@/lib/contract/kit/vendor-cost-roll";
import { proposeInApp } from "@/lib/http/kit-action";

/** Many new vendor costs under one decision. */
export async function proposeCostRoll(input: z.input<typeof vendorCostRoll.schema>): Promise<KitResult> {
  return proposeInApp(vendorCostRoll, input);
}
