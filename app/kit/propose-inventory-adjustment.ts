"use server";

import type { z } from "zod";
import { inventoryAdjustment } from "@/lib/contract/kit/inventory-adjustment";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** More or less stock of one item at one location. */
export async function proposeInventoryAdjustment(
  input: z.input<typeof inventoryAdjustment.schema>,
): Promise<KitResult> {
  return proposeInApp(inventoryAdjustment, input);
}
