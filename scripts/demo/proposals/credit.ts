import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { blank, proposedBy, customerNamed, dollars, hour } from "./make";

/** Customers' credit: raised, and taken away. */

export const credit = proposedBy(
  "ar-agent",
  creditRevoke(
    "Halvorsen Markets",
    "Invoices 10102, 10118 and 10131 are 74 days late and two promises were broken.",
    2 * hour - 720,
  ),
  creditRevoke("Granite Peak Cafés", "The owner filed for protection on 11-16; see the notice.", 8 * hour),
  creditLimit(
    "Coastal Pantry",
    75_000,
    "Twelve months without a late payment; they open a second kitchen in December.",
  ),
  creditLimit("Sunmeadow Schools", 52_000, "The district's new purchase order covers the spring term."),
);

function creditLimit(customer: string, to: number, reason: string): ProposalInput {
  const account = customerNamed(customer);
  return {
    ...blank("customer_credit_limit", customer),
    changes: [{ field: "creditlimit", from: dollars(account.creditLimitCents), to: `${to}.00` }],
    reason,
  };
}

function creditRevoke(customer: string, reason: string, expiresInSeconds: number): ProposalInput {
  const account = customerNamed(customer);
  return {
    ...blank("customer_credit_revoke", customer),
    changes: [{ field: "creditlimit", from: dollars(account.creditLimitCents), to: "0" }],
    reason,
    expires_in_seconds: expiresInSeconds,
  };
}
