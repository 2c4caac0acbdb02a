import { expectAccessible } from "./support/screen/axe";
import { database } from "./support/database";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";
import { newName, notingText, publish, startRun, untilRun } from "./support/proposals/workflows";

/** Model prices and costs. The tests' installation calls no model: the rows are written as a run would leave them. */

const price = {
  provider: "acme",
  from: "2026-01-01",
  currency: "USD",
  input: "2.50",
  output: "10",
  reason: "The provider's list",
};

/** A run that waits, and asked one model that has a price and one that has none. */
async function runWithCosts(): Promise<{ id: number; model: string }> {
  const name = newName("costs");
  await publish(notingText(name));
  const { id } = await startRun(name, { text: "What it cost" });
  await untilRun(id, "waiting_approval");
  for (const [stepId, model] of [
    ["greet", name],
    ["note", `${name}-unpriced`],
  ] as const)
    await database()`
      INSERT INTO model_calls (tenant_id, run_id, step_id, attempt, provider, model, status, finish_reason, input_tokens,
        cached_tokens, output_tokens, reasoning_tokens, ms, ended_at)
      SELECT tenant_id, run_id, id, 1, 'acme', ${model}, 'succeeded', 'stop', 1000, 400, 200, 50, 900, now()
      FROM steps WHERE run_id = ${id} AND step_id = ${stepId}`;
  return { id, model: name };
}

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ role: "admin", colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("an administrator sets a model's price, and the run that asked it shows what it cost", async ({
      page,
      openAs,
    }) => {
      const { id, model } = await runWithCosts();
      await page.goto(`/runs/${id}`);
      const costs = page.getByTestId("run-costs");
      await expect(costs).toContainText(`acme/${model}`);
      await expect(costs).toContainText("1,000 tokens in, 400 of them cached");
      await expect(costs).toContainText("2 calls not priced");
      await page.getByRole("link", { name: "Model prices" }).click();
      await page.getByRole("button", { name: "Set a price…" }).click();
      const dialog = page.getByRole("dialog", { name: "Price of a model" });
      for (const [label, value] of [
        ["Provider", price.provider],
        ["Model", model],
        ["From", price.from],
        ["Input", price.input],
        ["Output", "ten"],
        ["Reason", price.reason],
      ] as const)
        await dialog.getByLabel(label, { exact: true }).fill(value);
      await expectAccessible(page, "setting a price");
      await dialog.getByRole("button", { name: "Set the price" }).click();
      await expect(dialog.getByRole("alert").first()).toContainText("Must be a decimal such as 2.50");
      await dialog.getByLabel("Output", { exact: true }).fill(price.output);
      await dialog.getByRole("button", { name: "Set the price" }).click();
      await expect(dialog).toHaveCount(0);
      const prices = page.getByTestId("model-prices");
      await expect(prices.getByRole("listitem").filter({ hasText: model })).toContainText("$2.50 in");
      await expectAccessible(page, "prices");
      await expectNoScroll(page, "width", "prices");

      await page.goto(`/runs/${id}`);
      await expect(costs).toContainText("$0.0045");
      await expect(costs).toContainText("$0.0045 and 1 call not priced");
      await expectAccessible(page, "costs");
      await expectNoScroll(page, "width", "costs");
      await costs.scrollIntoViewIfNeeded();

      const viewer = await openAs("viewer");
      await viewer.goto("/runs/model-prices");
      await expect(viewer.getByTestId("model-prices")).toContainText(price.reason);
      await expect(viewer.getByRole("button", { name: "Set a price…" })).toHaveCount(0);
    });
  });
