"use server";

import type { z } from "zod";
import { assemblyBuild } from "@/lib/contract/kit/assembly-build";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** An assembly, built from the components of its BOM. */
export async function proposeAssemblyBuild(input: z.input<typeof assemblyBuild.schema>): Promise<KitResult> {
  return proposeInApp(assemblyBuild, input);
}
