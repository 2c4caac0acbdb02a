import { readFileSync } from "node:fs";
import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { ask } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.describe("an administrator", () => {
  test.use({ role: "admin" });

  test("an administrator reads rates and times by channel and by person, for a period, and takes them along as a file", async ({
    page,
    isPhone,
  }) => {
    const { id } = await ask();
    await succeed("answer", "approver", { id, response: { approved: true } });
    await page.goto("/channels");
    await page.getByRole("link", { name: "Answer rates" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Answer rates" })).toBeVisible();
    await page.getByRole("link", { name: "7 days" }).click();
    await expect(page.getByRole("link", { name: "7 days" })).toHaveAttribute("aria-current", "page");
    const { all, people } = await succeed("readAnswerFigures", "admin", { days: 7 });
    await expect(page.getByTestId("answer-totals")).toContainText(/\d+ of \d+ that ended/);
    expect(all.answered).toBeGreaterThan(0);

    const table = page.getByRole(isPhone ? "list" : "table", { name: "By person" });
    const rows = table.getByRole(isPhone ? "listitem" : "row");
    await expect(rows).toHaveCount(people.length + (isPhone ? 0 : 1));
    await expect(rows.filter({ hasText: "Priya Raman" })).toContainText(/\d+\.\d %/);
    await expect(page.getByRole("region", { name: "How this is counted" })).toContainText(
      "Cancelled ones count nowhere",
    );
    await expectAccessible(page, "answer rates");
    await expectNoScroll(page, "width");

    const refused = await page.request.get("/api/answer-figures?days=8");
    expect(refused.status()).toBe(422);
    expect(await refused.text()).toContain('"path":"days"');

    const arriving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the table by person as CSV" }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toMatch(/-answers-by-person-7-days-\d{4}-\d\d-\d\d\.csv$/);
    const [head, ...lines] = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(head).toMatch(/^\uFEFFuser_id,name,asked_by_name,/);
    expect(lines.some((line) => line.includes("Priya Raman"))).toBe(true);
  });
});

test("others are told whom the page is for, and get no file", async ({ page }) => {
  await page.goto("/channels");
  await expect(page.getByRole("heading", { level: 1, name: "Channels" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Answer rates" })).toHaveCount(0);
  await page.goto("/channels/answers");
  await expect(page.getByText("This page needs the admin role")).toBeVisible();
  expect((await page.request.get("/api/answer-figures.csv")).status()).toBe(403);
});
