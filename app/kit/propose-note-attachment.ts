"use server";

import type { z } from "zod";
import { noteAttachment } from "@/lib/contract/kit/note-attachment";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** A note on a customer or a sales order. */
export async function proposeNoteAttachment(
  input: z.input<typeof noteAttachment.schema>,
): Promise<KitResult> {
  return proposeInApp(noteAttachment, input);
}
