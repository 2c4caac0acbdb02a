import type { Page } from "@playwright/test";
import { succeed } from "./support/http/call";
import { enterAs, hire } from "./support/people/people";
import {
  AT_ONCE,
  answerOf,
  ask,
  askCredit,
  endedNote,
  openCount,
  openLive,
  openQuestion,
  outcome,
  peopleOf,
  send,
  yours,
} from "./support/proposals/questions";
import { expect, test } from "./support/test";

/** Answers of these pages are held until each has sent its own. */
async function holdAnswers(...pages: Page[]): Promise<void> {
  let waiting = pages.length;
  let release!: () => void;
  const all = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const page of pages)
    await page.route("**/questions/*", async (route) => {
      if (route.request().method() === "POST" && --waiting >= 0) {
        if (waiting === 0) release();
        await all;
      }
      await route.continue();
    });
}

const fill = async (page: Page, amount: string) => {
  await yours(page).getByLabel("Amount in dollars").fill(amount);
  await yours(page).getByLabel("Reason").fill(`Because of ${amount}`);
};

test("of two people who answer at once one answers first, and the other is told by whom and keeps the draft", async ({
  page,
  openAs,
}) => {
  const rival = await openAs("nobody");
  const other = await hire("approver");
  await enterAs(rival, other);
  const [approver] = await peopleOf("approver");
  const { id } = await askCredit({ responders: [approver!, { user_id: other.userId }] });
  await Promise.all([openQuestion(page, { id }), openQuestion(rival, { id })]);
  await Promise.all([fill(page, "100"), fill(rival, "200")]);
  await holdAnswers(page, rival);
  await Promise.all([send(page).click(), send(rival).click()]);
  const losers = async () => (await endedNote(page).count()) + (await endedNote(rival).count());
  await expect.poll(losers).toBe(1);
  const [winner, loser, name, typed] = (await endedNote(page).isVisible())
    ? [rival, page, "Robin Vance", "100"]
    : [page, rival, "Priya Raman", "200"];
  await expect(endedNote(loser)).toContainText(`${name} answered first.`);
  await expect(yours(loser).getByLabel("Amount in dollars")).toHaveValue(typed);
  await expect(yours(loser).getByLabel("Reason")).toHaveValue(`Because of ${typed}`);
  await expect(yours(loser).getByLabel("Reason")).not.toBeEditable();
  await expect(yours(winner).getByTestId("answer-lines")).toBeVisible();
  await expect(outcome(loser)).toContainText(`${name} answered.`);
  expect(await answerOf(id)).toEqual({
    amount: typed === "100" ? 200 : 100,
    reason: `Because of ${typed === "100" ? "200" : "100"}`,
  });
});

test("an answer is corrected and taken back while that is allowed, and stays as it is once it is read", async ({
  page,
}) => {
  const two = await askCredit({ responders: [{ role: "approver" }], rule: "n_of_m", answers_needed: 2 });
  await openLive(page, `/questions/${two.id}`);
  await fill(page, "100");
  await send(page).click();
  await expect(page.getByTestId("question")).toContainText("1 of 2 has answered.");
  await yours(page).getByRole("button", { name: "Correct" }).click();
  const amount = yours(page).getByLabel("Amount in dollars");
  await expect(amount).toHaveValue("100");
  await amount.fill("150");
  await page.keyboard.press("Escape");
  await expect(yours(page).getByTestId("answer-lines")).toContainText("100");
  await yours(page).getByRole("button", { name: "Correct" }).click();
  await amount.fill("175");
  await page.getByRole("button", { name: "Correct the answer" }).click();
  await expect(yours(page).getByTestId("answer-lines")).toContainText("175");
  await expect(page.getByRole("heading", { name: "Your answer" })).toBeFocused();
  await yours(page).getByRole("button", { name: "Take back…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
  await expect(send(page)).toBeVisible();
  await expect(page.getByTestId("question")).toContainText("Nobody has answered yet.");

  const { id } = await ask();
  await openLive(page, `/questions/${id}`);
  await yours(page).getByRole("button", { name: "Yes" }).click();
  await expect(yours(page).getByRole("button", { name: "Correct" })).toBeVisible();
  await expect(yours(page).getByRole("button", { name: "Take back…" })).toHaveCount(0);
  expect(await answerOf(id)).toEqual({ approved: true });
  await expect(yours(page)).toContainText("has read the result: your answer stays as it is.", AT_ONCE);
  await expect(yours(page).getByRole("button", { name: "Correct" })).toHaveCount(0);
});

test("a question that is cancelled while somebody answers says so at once, and keeps the draft", async ({
  page,
}) => {
  const { id } = await askCredit();
  await openLive(page, `/questions/${id}`);
  await fill(page, "300");
  const before = await openCount(page);
  await succeed("cancelAgentInteraction", "agent", { id });
  await expect(endedNote(page)).toContainText("pricing-agent cancelled it.", AT_ONCE);
  await expect.poll(() => openCount(page), AT_ONCE).toBe(before - 1);
  await expect(yours(page).getByLabel("Amount in dollars")).toHaveValue("300");
  await expect(send(page)).toHaveAttribute("aria-disabled", "true");
});

test("a question whose time is over says so to somebody who is still answering, and keeps the draft", async ({
  page,
}) => {
  await page.clock.install();
  const { id } = await askCredit({ timeout_seconds: 3_600 });
  // Each answer sets the page's clock by the server's, for which the hour is not over: also one that was on its way before.
  await page.route("**/api/**", () => {});
  await openQuestion(page, { id });
  await fill(page, "300");
  await expect(page.getByTestId("time-left")).toContainText("left");
  await page.clock.fastForward("46:00");
  await expect(page.getByTestId("time-left")).toHaveAttribute("data-soon", "true");
  await page.clock.fastForward("15:00");
  await expect(endedNote(page)).toContainText("Time is over: nobody answered.");
  await expect(yours(page).getByLabel("Amount in dollars")).toHaveValue("300");
});

test("the list and the number in the navigation follow at once, with how each question ended", async ({
  page,
}) => {
  await openLive(page, "/questions");
  const before = await openCount(page);
  const { id } = await ask({ request_data: { message: "Is this live?" } });
  const row = page.locator(`li[data-question-id="${id}"]`);
  await expect(row).toContainText("Is this live?", AT_ONCE);
  await expect(row).toContainText("Waits for you");
  await expect.poll(() => openCount(page), AT_ONCE).toBe(before + 1);
  await succeed("answer", "approver", { id, response: { approved: true } });
  // It may stand in both lists for a moment.
  const ended = page.locator(`li[data-question-id="${id}"][data-status="responded"]`);
  await expect(ended).toContainText("Priya Raman answered.", AT_ONCE);
  await expect.poll(() => openCount(page), AT_ONCE).toBe(before);
  await page.getByRole("link", { name: "Answered", exact: true }).click();
  await expect(page).toHaveURL(/state=answered/);
  await expect(row).toBeVisible();
  await page.getByLabel("Of which kind").selectOption("input");
  await expect(page).toHaveURL(/type=input/);
  await expect(row).toHaveCount(0);
});

test.describe("somebody else", () => {
  test.use({ role: "viewer" });

  test("a viewer sees nothing of others' questions, and is told what will stand there", async ({ page }) => {
    const { id } = await ask();
    await page.goto("/questions");
    await expect(page.getByText("Nobody waits for your answer")).toBeVisible();
    await expect(page.locator("li[data-question-id]")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Ask a question" })).toHaveCount(0);
    await page.goto(`/questions/${id}`);
    await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
    await page.goto("/questions/new");
    await expect(page.getByText("Questions are asked by approvers and administrators")).toBeVisible();
  });
});

test.describe("an administrator", () => {
  test.use({ role: "steward" });

  test("an administrator sees that others' questions exist, without their words and answers", async ({
    page,
  }) => {
    const { id } = await ask({ request_data: { message: "A secret of the approver's" } });
    await page.goto("/questions");
    await page.getByLabel("Whose").selectOption("others");
    await expect(page).toHaveURL(/whose=others/);
    const row = page.locator(`li[data-question-id="${id}"]`);
    await expect(row).toContainText("Its words are hidden from you");
    await row.getByRole("link").click();
    await expect(page).toHaveURL(`/questions/${id}`);
    await expect(page.getByTestId("question")).toContainText("its words and its answers are hidden from you");
    await expect(page.locator("body")).not.toContainText("A secret of the approver's");
    await expect(yours(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Cancel the question…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the question" }).click();
    await expect(page.getByTestId("question-state")).toContainText("Cancelled");
    expect((await succeed("readInteraction", "approver", { id })).status).toBe("cancelled");
  });
});
