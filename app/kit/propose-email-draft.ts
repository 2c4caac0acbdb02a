"use server";

import type { z } from "zod";
import { emailDraft } from "@/lib/contract/kit/email-draft";
import type { KitResult } from "@/lib/contract/kit/results";
import { proposeInApp } from "@/lib/http/kit-action";

/** A draft of an e-mail, kept for a person to send. */
export async function proposeEmailDraft(input: z.input<typeof emailDraft.schema>): Promise<KitResult> {
  return proposeInApp(emailDraft, input);
}
