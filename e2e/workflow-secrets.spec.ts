import type { Locator, Page } from "@playwright/test";
import { signWebhook } from "@/lib/outbound/webhooks/sign-webhook";
import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { database } from "./support/database";
import { send } from "./support/http/request";
import { userOf } from "./support/installation";
import { expectNoScroll } from "./support/screen/screen";
import { confirmStep, enterCode, stepUpDialog, wrongCode } from "./support/people/second-factor";
import { expect, test } from "./support/test";
import { newName, publish } from "./support/proposals/workflows";

/** A request that carries a secret. */
const secretive = (name: string, secret = "PRICE_KEY"): string => `workflow: ${name}
limits: { writes: 1 }
secrets: [${secret}]
steps:
  - id: ask
    tool: http.request
    with: { method: GET, url: "https://prices.example/today", headers: { authorization: "\${{ secrets.${secret} }}" } }
`;

/** Runs that somebody outside begins. */
const hooked = (name: string): string => `workflow: ${name}
on: { webhook: prices_came }
steps: [{ id: note, tool: transform, with: { value: They came } }]
`;

const secrets = (page: Page) => page.getByRole("region", { name: "Secrets" });
const webhooks = (page: Page) => page.getByRole("region", { name: "Webhooks" });
const row = (section: Locator, name: string) => section.getByRole("listitem").filter({ hasText: name });

const countSettings = async (workflowId: number, type: string): Promise<number> =>
  (
    await database()<{ count: number }[]>`
      SELECT count(*)::int AS count FROM events
      WHERE entity_type = 'workflow' AND entity_id = ${workflowId} AND event_type = ${type}`
  )[0]!.count;

test.describe("an administrator", () => {
  test.use({ role: "admin", permissions: ["clipboard-read", "clipboard-write"] });

  test("sets a secret and replaces it, each time with a code; a value that no header carries is refused at its field, and nobody reads one again", async ({
    page,
  }) => {
    const name = newName("secretive");
    const { id } = await publish(secretive(name));
    await page.goto(`/workflows/${id}`);
    const key = row(secrets(page), "PRICE_KEY");
    await expect(key).toContainText("not set");
    await expect(key).toContainText("A step that sends it fails until it is set.");
    await expectNoScroll(page, "width", "the page with a secret that is not set");
    await expectAccessible(page, "a secret that is not set");

    const values = ["first-value-of-the-key", "second-value-of-the-key"];
    await key.getByRole("button", { name: "Set PRICE_KEY" }).click();
    const dialog = page.getByRole("dialog", { name: "Set PRICE_KEY", exact: true });
    const set = dialog.getByRole("button", { name: "Set", exact: true });
    const field = dialog.getByLabel("Value");
    await expect(set).toBeDisabled();
    await field.fill("Schlüssel");
    await set.click();
    await expect(dialog.getByRole("alert")).toContainText("without line breaks");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page, "a value that was refused");
    await expect.poll(() => countSettings(id, "workflow.secret_set")).toBe(0);

    // Without the code nothing is set either.
    await field.fill(values[0]!);
    await set.click();
    await stepUpDialog(page, `Set PRICE_KEY of ${name}`).getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeVisible();
    expect(await countSettings(id, "workflow.secret_set")).toBe(0);

    for (const [index, value] of values.entries()) {
      if (index > 0) await key.getByRole("button", { name: "Set PRICE_KEY" }).click();
      await expect(field).toHaveAttribute("type", "password");
      await field.fill(value);
      await set.click();
      await confirmStep(page, `Set PRICE_KEY of ${name}`);
      await expect(dialog).toHaveCount(0);
      await expect(key).toContainText("Set by Mike Ortiz");
      expect(await countSettings(id, "workflow.secret_set")).toBe(index + 1);
    }
    await page.reload();
    await expect(key).toContainText("Set by Mike Ortiz");
    await expect(key).not.toContainText("not set");
    const html = await page.content();
    const answer = JSON.stringify(await succeed("readSecrets", "admin", { id }));
    for (const value of values) for (const text of [html, answer]) expect(text).not.toContain(value);
    await expectAccessible(page, "a secret that is set");

    // A version that names another one leaves it there, and says so.
    await publish(secretive(name, "OTHER_KEY"));
    await page.reload();
    await expect(row(secrets(page), "OTHER_KEY")).toContainText("not set");
    await expect(key).toContainText("not named by version 2");
  });

  test("makes the address of a webhook and copies it; a new key ends the former one, and each is displayed once", async ({
    page,
  }) => {
    const name = newName("hooked");
    const { id } = await publish(hooked(name));
    await page.goto(`/workflows/${id}`);
    const hook = row(webhooks(page), "prices_came");
    await expect(hook).toContainText("no address yet");
    await expect(hook.getByRole("button", { name: /^Copy/ })).toHaveCount(0);

    const make = async (sentence: string): Promise<string> => {
      const question = page.getByRole("dialog", { name: `${sentence}?`, exact: true });
      await question.getByRole("button", { name: "Make", exact: true }).click();
      await confirmStep(page, `${sentence} of ${name}`);
      const sheet = page.getByRole("dialog", { name: "The key of prices_came" });
      const key = (await sheet.getByTestId("secret").textContent())!;
      // Nothing but its button closes it.
      await page.keyboard.press("Escape");
      await expect(sheet).toBeVisible();
      await expectAccessible(page, "a key that is displayed");
      await sheet.getByRole("button", { name: "Copy" }).click();
      await expect(sheet).toContainText("Copied.");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
      await sheet.getByRole("button", { name: "I have copied it" }).click();
      await expect(page.locator("body")).not.toContainText(key);
      return key;
    };

    await hook.getByRole("button", { name: "Make the address of prices_came" }).click();
    const first = await make("Make the address of prices_came");
    await expect(hook).toContainText("key made by Mike Ortiz");
    await expectNoScroll(page, "width", "the page with an address");
    await expectAccessible(page, "an address that is made");

    await hook.getByRole("button", { name: "Copy the address of prices_came" }).click();
    await expect(hook.getByRole("button", { name: "Copied the address of prices_came" })).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe((await succeed("readWebhooks", "admin", { id })).items[0]!.url);
    const post = async (key: string, webhookId: string): Promise<number> => {
      const body = "{}";
      const headers = signWebhook({ id: webhookId, sentAt: new Date(), body, keys: [key] });
      return (await send(new URL(address).pathname, { method: "POST", raw: body, headers: { ...headers } }))
        .status;
    };
    expect(await post(first, `${name}-1`)).toBe(202);

    await hook.getByRole("button", { name: "New key for prices_came" }).click();
    const second = await make("Make a new key for prices_came");
    expect(second).not.toBe(first);
    expect(await post(first, `${name}-2`)).toBe(401);
    expect(await post(second, `${name}-2`)).toBe(202);
    expect(await countSettings(id, "workflow.webhook_key_made")).toBe(2);
  });

  test("makes no key with a wrong code, and is told at the code", async ({ page }) => {
    const name = newName("guarded");
    const { id } = await publish(hooked(name));
    await page.goto(`/workflows/${id}`);
    await webhooks(page).getByRole("button", { name: "Make the address of prices_came" }).click();
    const question = page.getByRole("dialog", { name: "Make the address of prices_came?", exact: true });
    await question.getByRole("button", { name: "Make", exact: true }).click();
    const step = stepUpDialog(page, `Make the address of prices_came of ${name}`);
    await enterCode(step, wrongCode(userOf("admin").totpSecret));
    await expect(step.getByRole("alert")).toBeVisible();
    await expectAccessible(page, "a wrong code");
    expect((await succeed("readWebhooks", "admin", { id })).items).toEqual([]);
  });
});

test("whoever does not administer sees neither secrets nor webhooks of a workflow", async ({ page }) => {
  const name = newName("hidden");
  const { id } = await publish(`${secretive(name)}on: { webhook: prices_came }`);
  await page.goto(`/workflows/${id}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("region", { name: "Publications" }).first()).toBeVisible();
  await expect(secrets(page)).toHaveCount(0);
  await expect(webhooks(page)).toHaveCount(0);
});
