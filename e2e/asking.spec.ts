import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { AT_ONCE, openLive, outcome } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { userOf } from "./support/installation";
import { expect, test } from "./support/test";

test("a person asks, with a preview of the words, faults at their fields, and the answer on the question's page", async ({
  page,
}) => {
  await openLive(page, "/questions");
  await page.getByRole("link", { name: "Ask a question" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ask a question" })).toBeVisible();
  await page.getByRole("radio", { name: /^Selection/ }).check();
  await page.getByLabel("Words").fill("Which supplier delivers {{sku}}?");
  await page.getByLabel("Options", { exact: true }).fill("Naturipe\nWell-Pict\nNaturipe");
  await page.getByRole("button", { name: "Preview the words" }).click();
  // The framework has an alert of its own outside the form.
  const alert = page.getByRole("form", { name: "A new question" }).getByRole("alert");
  await expect(alert).toContainText("the same value twice");
  await page.getByLabel("Options", { exact: true }).fill("Naturipe\nWell-Pict");
  await page.getByRole("button", { name: "Preview the words" }).click();
  const preview = page.getByTestId("preview");
  await expect(preview).toContainText("{{sku}} has no value.");
  await page.getByLabel("Value of {{sku}}").fill("10472");
  await page.getByRole("button", { name: "Preview the words" }).click();
  await expect(preview).toContainText("Which supplier delivers 10472?");
  await expect(preview).not.toContainText("has no value");

  const press = page.getByRole("button", { name: "Ask", exact: true });
  await press.click();
  await expect(alert.first()).toBeVisible();
  await expect(page.getByLabel("Words")).toHaveValue("Which supplier delivers {{sku}}?");
  const { email } = userOf("admin");
  const whom = page.getByLabel("Ask", { exact: true });
  await whom.selectOption({ label: `Mike Ortiz (${email})` });
  await page.getByLabel("Ask somebody else as well").selectOption({ label: "Any viewer" });
  await page.getByRole("button", { name: "Do not ask Any viewer" }).click();
  await page.getByRole("radio", { name: "A default counts as the answer" }).check();
  await page.getByLabel("The default, as JSON").fill('"Driscolls"');
  await press.click();
  await expect(page.getByLabel("The default, as JSON")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("The default, as JSON").fill('"Naturipe"');
  await expectAccessible(page, "asking");
  await expectNoScroll(page, "width");
  await press.click();

  await expect(page).toHaveURL(/\/questions\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())![0]);
  await expect(page.getByTestId("question-words")).toHaveText("Which supplier delivers 10472?");
  await expect(page.getByTestId("responders")).toContainText("Mike Ortiz");
  await expect(page.getByTestId("question")).toContainText("You asked this. The answers will appear here.");
  await succeed("answer", "admin", { id, response: "Well-Pict" });
  await expect(outcome(page)).toContainText("Well-Pict", AT_ONCE);
  await expect(outcome(page)).toContainText("Mike Ortiz answered.");
});
