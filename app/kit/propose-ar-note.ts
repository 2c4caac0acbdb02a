"use server";

import type { z } from "zod";
import { arNote } from "@/lib/contract/kit/ar-note";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** A note for accounts receivable. */
export async function proposeArNote(input: z.input<typeof arNote.schema>): Promise<KitResult> {
  return proposeInApp(arNote, input);
}
