import { z } from "zod";
import { STEP_UP_PURPOSES } from "@/lib/core/access/step-up";
import { factorSchema } from "@/lib/contract/actions/decision";

/** A fresh second factor for one step, as a person proves it. */

export const stepUpSchema = z.strictObject({
  purpose: z.enum(STEP_UP_PURPOSES),
  subject: z.string().min(1).max(400),
  factor: factorSchema,
});
export type StepUpInput = z.infer<typeof stepUpSchema>;

export const stepUpResultSchema = z.object({ step_up_token: z.string(), expires_at: z.iso.datetime() });
export type StepUpResult = z.infer<typeof stepUpResultSchema>;

export const provenSchema = z.object({ proven: z.literal(true) });
