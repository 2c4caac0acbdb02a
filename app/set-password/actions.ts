"use server";
import type { z } from "zod";
import { redeemLinkSchema } from "@/lib/contract/people";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { type Answered, answerStranger } from "@/lib/http/server-action";

export async function redeemLinkOnPage(
  input: z.input<typeof redeemLinkSchema>,
): Promise<Answered<{ email: string }>> {
  return answerStranger(redeemLinkSchema, input, (sent) => redeemPasswordLink(sent));
}
