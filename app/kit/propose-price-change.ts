"use server";

import { currentPerson } from "@/lib/auth/session";
import { assertSameOrigin } from "@/lib/auth/same-origin";
import { type KitResult, type PriceChange, priceChangeSchema } from "@/lib/contract/kit";
import { problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";
import { proposeForPerson } from "@/lib/gateway/propose-for-person";
import { checkInput } from "@/lib/http/json-body";

/**
 * For chat tools in this app: proposes a bid price on behalf of whoever is signed in. It goes the way of every proposal:
 * the database sets the tier, people decide, and at L4 and L5 the person spoken for is never the only approver.
 * Documented in docs/server-action-kit.md.
 */
export async function proposePriceChange(input: PriceChange): Promise<KitResult> {
  try {
    await assertSameOrigin();
    const person = await currentPerson();
    if (!person)
      throw new AppError("unauthenticated", "Sign in first: a tool proposes on behalf of a person.");
    const change = checkInput(priceChangeSchema, input);
    const result = await proposeForPerson(person, {
      idempotencyKey: change.idempotencyKey,
      input: {
        action_type: "bid_price_update",
        entity_type: "item",
        entity_ref: change.sku,
        changes: [
          { field: "price", ...(change.from === undefined ? {} : { from: change.from }), to: change.to },
        ],
        context: { bid_id: change.bidId, ...(change.customer ? { customer: change.customer } : {}) },
        reason: change.reason,
        evidence: [],
        conversation_ref: change.conversationRef,
        model: change.model,
        prompt_template_version: change.promptTemplateVersion,
      },
    });
    return { ok: true, ...result };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, problem: problemOf(error) };
    throw error;
  }
}
