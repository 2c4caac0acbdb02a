import { send } from "./support/http/request";
import { enterAs, hire } from "./support/people/people";
import { RECENTLY } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

test("a personal token is shown once, works, tells when it was used, and is dead once revoked", async ({
  page,
}) => {
  await enterAs(page, await hire("viewer"));
  await page.goto("/account");
  const part = page.getByRole("region", { name: "Personal tokens" });
  await expect(part).toContainText("None.");
  await part.getByRole("button", { name: "Create a token…" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a personal token" });
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Must not be empty");
  await dialog.getByLabel("Name").fill("nightly report");
  await dialog.getByLabel("Ends after").selectOption("30");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = (await page.getByTestId("secret").textContent())!;
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(part.getByRole("listitem")).toContainText("not used yet");
  expect((await send("/api/overview", { token })).status).toBe(200);
  await page.reload();
  await expect(part.getByRole("listitem")).toContainText(new RegExp(`used ${RECENTLY}`));
  await expect(page.locator("body")).not.toContainText(token);
  await part.getByRole("button", { name: "Revoke nightly report" }).click();
  const question = page.getByRole("dialog", { name: "Revoke nightly report?" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(part).toContainText("None.");
  expect((await send("/api/overview", { token })).status).toBe(401);
});
