import { kitAction } from "./definition";
import { reference, seenValue } from "./words";

export const creditRevocation = kitAction({
  actionType: "customer_credit_revoke",
  name: "propose_credit_revocation",
  description:
    "Proposes to take a customer's credit limit away and to hold new orders. Always critical: a person reads it, types the reference and proves a second factor; nothing is written now.",
  entityType: "customer",
  words: {
    customer: reference.describe("The customer's name, such as Halvorsen Markets."),
    from: seenValue("The credit limit"),
  },
  goesTo: { customer: "entity_ref", from: "changes.creditlimit.from" },
  always: [{ field: "creditlimit", to: "0" }],
});
