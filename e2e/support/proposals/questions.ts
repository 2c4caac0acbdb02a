import { type Locator, type Page, expect } from "@playwright/test";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import type { InputOf } from "@/lib/operations";
import { succeed } from "../http/call";
import { type Role, userOf } from "../installation";

/** Questions of a test's own, and the parts of their page. */

type QuestionFields = Partial<InputOf<"askAsAgent">>;

/** Below the ten seconds of a poll. */
export const AT_ONCE = { timeout: 8_000 };

export async function idOf(role: Role): Promise<number> {
  const { people } = await succeed("listResponders", "admin");
  return people.find(({ email }) => email === userOf(role).email)!.user_id;
}

export const peopleOf = (...roles: Role[]) =>
  Promise.all(roles.map(async (role) => ({ user_id: await idOf(role) })));

/** The installation's agent asks the approver, unless `more` says otherwise. */
export async function ask(more: QuestionFields = {}): Promise<InteractionView> {
  return succeed("askAsAgent", "agent", {
    interaction_type: "approval",
    request_data: { message: "May I promise them ten more days?" },
    responders: await peopleOf("approver"),
    ...more,
  });
}

export const creditForm = {
  type: "object",
  required: ["amount", "reason"],
  properties: {
    amount: { type: "number", title: "Amount in dollars", minimum: 0, maximum: 5_000 },
    reason: { type: "string", title: "Reason", maxLength: 500 },
  },
};
export const askCredit = (more: QuestionFields = {}) =>
  ask({
    interaction_type: "input",
    request_data: { message: "How much credit do they get, and why?", schema: creditForm },
    ...more,
  });

export const yours = (page: Page): Locator => page.getByTestId("your-answer");
export const outcome = (page: Page): Locator => page.getByTestId("question-outcome");
export const endedNote = (page: Page): Locator => page.getByTestId("ended-meanwhile");
export const send = (page: Page): Locator => page.getByRole("button", { name: "Send the answer" });

export async function openQuestion(page: Page, { id }: { id: number }): Promise<void> {
  await page.goto(`/questions/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: `Question ${id}` })).toBeVisible();
}

/** With the stream open: the page hears of everything from now on. */
export async function openLive(page: Page, address: string): Promise<void> {
  const streaming = page.waitForResponse((response) => response.url().includes("/api/stream"));
  await page.goto(address);
  expect((await streaming).status()).toBe(200);
}

/** Reads it as its agent, which counts as using the answer. */
export const answerOf = async (id: number): Promise<unknown> =>
  (await succeed("readAgentInteraction", "agent", { id })).response?.answer;

/** The number beside Questions in the navigation. */
export async function openCount(page: Page): Promise<number> {
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Questions/ });
  const text = (await link.textContent()) ?? "";
  return Number(/\d+/.exec(text)?.[0] ?? 0);
}
