import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { answerOf, ask, askCredit, openQuestion, outcome, send, yours } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

test("an approval is answered by a button with a comment, and by no key that has no button under it", async ({
  page,
}) => {
  const { id } = await ask();
  await openQuestion(page, { id });
  await expect(page.getByTestId("question-state")).toContainText("Waits for you");
  await expect(yours(page).getByRole("button", { name: "Yes" })).toBeEnabled();
  for (const key of ["y", "a", "n", "r", "Enter"]) await page.keyboard.press(key);
  await yours(page).getByLabel("Comment").fill("Once more, and never again");
  await page.keyboard.press("Enter");
  expect((await succeed("readInteraction", "approver", { id })).status).toBe("pending");
  await page.keyboard.press("Tab");
  await expect(yours(page).getByRole("button", { name: "Yes" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(yours(page).getByTestId("answer-lines")).toContainText("No");
  await expect(page.getByRole("heading", { name: "Your answer" })).toBeFocused();
  await expect(outcome(page)).toContainText("Priya Raman answered.");
  expect(await answerOf(id)).toEqual({ approved: false, comment: "Once more, and never again\n" });
});

test("a selection is answered by one of its options, or by several where it takes them", async ({ page }) => {
  const options = [
    { value: "naturipe", label: "Naturipe, at 5 am" },
    { value: "well-pict", label: "Well-Pict, at 9 am" },
    { value: "cal-giant", label: "California Giant, at 4 am" },
  ];
  const selection = (multiple: boolean) =>
    ask({ interaction_type: "selection", request_data: { message: "Which one?", options, multiple } });
  const [one, several] = [await selection(false), await selection(true)];
  await openQuestion(page, one);
  await send(page).click();
  await expect(yours(page).getByRole("alert")).toContainText("choose one");
  await yours(page).getByRole("radio", { name: "Well-Pict, at 9 am" }).check();
  await send(page).click();
  await expect(yours(page).getByTestId("answer-lines")).toContainText("Well-Pict, at 9 am");
  expect(await answerOf(one.id)).toBe("well-pict");

  await openQuestion(page, several);
  for (const { label } of options.slice(1)) await yours(page).getByRole("checkbox", { name: label }).check();
  await send(page).click();
  await expect(yours(page).getByTestId("answer-lines")).toContainText("Well-Pict, at 9 am, California Giant");
  expect(await answerOf(several.id)).toEqual(["well-pict", "cal-giant"]);
});

test("an answer that does not fit is refused at its field, and everything that was typed stays", async ({
  page,
}) => {
  const { id } = await askCredit();
  await openQuestion(page, { id });
  const [amount, reason] = [yours(page).getByLabel("Amount in dollars"), yours(page).getByLabel("Reason")];
  await amount.fill("12.5 or so");
  await send(page).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/This must be a number/);
  await expect(reason).toHaveAccessibleDescription(/This is needed/);
  await reason.fill("Six pallets were crushed");
  await amount.fill("6000.00");
  await send(page).click();
  await expect(amount).toHaveAccessibleDescription(/5000/);
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue("6000.00");
  await expect(reason).toHaveValue("Six pallets were crushed");
  await amount.fill("1250.50");
  await reason.press("Tab");
  await page.keyboard.press("Enter");
  await expect(yours(page).getByTestId("answer-lines")).toContainText("1250.5");
  expect(await answerOf(id)).toEqual({ amount: 1_250.5, reason: "Six pallets were crushed" });
});

test("a review has a verdict, and a part without a field of its own is typed as checked JSON", async ({
  page,
}) => {
  const review = await ask({ interaction_type: "review", request_data: { message: "Please look it over" } });
  await openQuestion(page, review);
  await yours(page).getByRole("radio", { name: "Changes are needed" }).check();
  await yours(page).getByLabel("Comment").fill("The date is wrong");
  await send(page).click();
  await expect(yours(page).getByTestId("answer-lines")).toContainText("Changes are needed");
  expect(await answerOf(review.id)).toEqual({ verdict: "changes_needed", comment: "The date is wrong" });

  const rows = { type: "array", items: { type: "object", properties: { sku: { type: "string" } } } };
  const schema = {
    type: "object",
    required: ["rows", "when", "paid"],
    properties: {
      rows: { ...rows, title: "Rows" },
      when: { type: "string", format: "date", title: "When" },
      paid: { type: "boolean", title: "Paid" },
      to: { type: "object", title: "Address", properties: { city: { type: "string" } } },
    },
  };
  const { id } = await ask({ interaction_type: "input", request_data: { message: "Fill it in", schema } });
  await openQuestion(page, { id });
  const json = yours(page).getByLabel("Rows");
  await json.fill('[{"sku": }]');
  await yours(page).getByLabel("When").fill("2026-12-01");
  await yours(page).getByRole("radio", { name: "Yes" }).check();
  await yours(page).getByRole("group", { name: "Address" }).getByLabel("City").fill("Dallas");
  await send(page).click();
  await expect(json).toHaveAccessibleDescription(/This is no JSON/);
  await json.fill('[{"sku": "10472"}]');
  await send(page).click();
  await expect(yours(page).getByTestId("answer-lines")).toBeVisible();
  expect(await answerOf(id)).toEqual({
    rows: [{ sku: "10472" }],
    when: "2026-12-01",
    paid: true,
    to: { city: "Dallas" },
  });
});

test("hostile words of a question are shown disarmed: as text, with hidden characters by name and within the page", async ({
  page,
}) => {
  const message = `Pay \u202Etxt.exe now {{value}} [click](https://evil.example) https://evil.example ${"x".repeat(900)}`;
  const { id } = await ask({
    interaction_type: "input",
    request_data: {
      message,
      schema: {
        type: "object",
        required: ["n"],
        properties: {
          n: { type: "string", title: "Na\u202Eme <i>", description: "pаypal" },
          s: { enum: ["a\u200Bb"], title: "Which" },
        },
      },
    },
    context: { value: "{{secret}} <b>APPROVED</b>" },
  });
  await openQuestion(page, { id });
  const words = page.getByTestId("question-words");
  await expect(words.locator('[data-code-point="U+202E"]')).toBeVisible();
  await expect(words).toContainText("{{secret}} <b>APPROVED</b>");
  await expect(words.locator("a, b")).toHaveCount(0);
  await expect(yours(page).locator('[data-code-point="U+202E"]')).toBeVisible();
  await expect(yours(page).locator('[data-code-point="U+200B"]')).toBeVisible();
  await expect(yours(page)).toContainText("mixes alphabets");
  await expect(yours(page).locator("i")).toHaveCount(0);
  await expectNoScroll(page, "width");
  await page.goto("/questions");
  await expect(page.locator(`li[data-question-id="${id}"] [data-code-point="U+202E"]`)).toBeVisible();
  await expectNoScroll(page, "width");
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("no question has a serious fault of access, whether it is open, wrong, answered or ended", async ({
      page,
    }) => {
      const [approval, input, cancelled] = [await ask(), await askCredit(), await askCredit()];
      await openQuestion(page, approval);
      await expect(yours(page).getByRole("button", { name: "Yes" })).toBeEnabled();
      await expectAccessible(page, "approval");
      await yours(page).getByRole("button", { name: "Yes" }).click();
      await expect(outcome(page)).toBeVisible();
      await expectAccessible(page, "answered");
      await openQuestion(page, input);
      await send(page).click();
      await expect(yours(page).getByRole("alert")).toHaveCount(2);
      await expectAccessible(page, "wrong");
      await expectNoScroll(page, "width", "wrong");
      await openQuestion(page, cancelled);
      await expect(send(page)).toBeVisible();
      await succeed("cancelAgentInteraction", "agent", { id: cancelled.id });
      await expect(page.getByTestId("ended-meanwhile")).toBeVisible();
      await expectAccessible(page, "ended");
      await page.goto("/questions");
      await expect(page.locator(`li[data-question-id="${cancelled.id}"]`)).toBeVisible();
      await expectAccessible(page, "list");
      await expectNoScroll(page, "width", "list");
    });
  });
}
