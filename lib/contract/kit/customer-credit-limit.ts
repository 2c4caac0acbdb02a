import { kitAction } from "./definition";
import { decimal, reference, seenValue } from "./words";

export const creditLimit = kitAction({
  actionType: "customer_credit_limit",
  name: "propose_credit_limit",
  description: "Proposes a new credit limit for a customer. A person decides; nothing is written now.",
  entityType: "customer",
  words: {
    customer: reference.describe("The customer's name, such as Coastal Pantry."),
    from: seenValue("The credit limit"),
    to: decimal.describe("The new limit in the customer's currency, such as 75000."),
  },
  goesTo: { customer: "entity_ref", from: "changes.creditlimit.from", to: "changes.creditlimit.to" },
});
