"use server";

import type { z } from "zod";
import { bomChange } from "@/lib/contract/kit/bom-change";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** Quantity or yield of one component of a BOM. */
export async function proposeBomChange(input: z.input<typeof bomChange.schema>): Promise<KitResult> {
  return proposeInApp(bomChange, input);
}
