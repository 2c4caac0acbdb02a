import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { type AskInput, askSchema } from "@/lib/contract/interactions/interactions";
import type { Gateway } from "@/lib/gateway/context";
import { ask } from "@/lib/interactions/ask";
import { TIMEOUT_SECONDS_MAX } from "@/lib/core/interaction/interaction";

/** Open questions of an agent to the demo's people: one of each kind that needs a form of its own. */
export async function enactQuestions(
  agent: AgentPrincipal,
  approver: Person,
  gateway: Gateway,
): Promise<void> {
  for (const input of questionsTo(approver.userId)) await ask(agent, input, null, gateway);
}

/** Open for as long as a question may be. */
const open = { timeout_seconds: TIMEOUT_SECONDS_MAX };

const questionsTo = (userId: number): AskInput[] =>
  [
    {
      ...open,
      interaction_type: "approval",
      request_data: {
        message:
          "{{customer}} asks for {{days}} more days to pay invoice {{invoice}} over {{amount}}. They have paid on time for two years.\n\nMay I promise them that?",
      },
      context: { customer: "Riverbend Foods", days: 10, invoice: "10231", amount: "$4,180.00" },
      responders: [{ role: "approver" }, { role: "admin" }],
      rule: "all",
      in_order: true,
    },
    {
      ...open,
      interaction_type: "selection",
      request_data: {
        message: "Driscoll's is {{cases}} cases of strawberries short on {{day}}. Which supplier fills in?",
        options: [
          { value: "naturipe", label: "Naturipe, $1.46 a pound, delivers at 5 am" },
          { value: "well-pict", label: "Well-Pict, $1.41 a pound, delivers at 9 am" },
          { value: "cal-giant", label: "California Giant, $1.52 a pound, delivers at 4 am" },
        ],
      },
      context: { cases: 120, day: "Thursday" },
      responders: [{ user_id: userId }, { role: "admin" }],
      timeout_action: "default_response",
      default_response: "naturipe",
    },
    {
      ...open,
      interaction_type: "input",
      request_data: {
        message:
          "Six pallets of order {{order}} arrived crushed. How much credit does {{customer}} get, and why?",
        schema: {
          type: "object",
          required: ["amount", "reason"],
          properties: {
            amount: { type: "number", title: "Amount in dollars", minimum: 0, maximum: 5000 },
            reason: {
              type: "string",
              title: "Reason",
              description: "The customer reads it.",
              maxLength: 500,
            },
          },
        },
      },
      context: { order: "SO-22984", customer: "Coastal Pantry" },
      responders: [{ role: "approver" }],
      reminder_seconds: 3_600,
      timeout_action: "continue",
    },
  ].map((input) => askSchema.parse(input));
