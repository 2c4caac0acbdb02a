import type { Dashboard, Overview } from "@/lib/contract/monitoring/overview";
import { approve, get, readOverview } from "./support/http/api";
import { proposeLow } from "./support/proposals/proposals";
import { expectApplied } from "./support/screen/screen";
import { expect, test } from "./support/test";

test("the dashboard shows what waits per tier, how fast it is decided and how writes fare", async ({
  page,
}) => {
  const proposed = await proposeLow();
  await approve("approver", proposed);
  await expectApplied(proposed.id);
  const overview = await readOverview();
  const dashboard = await get<Dashboard>("/api/dashboard");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();

  const figure = (name: string) =>
    page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
  await expect(figure("Waiting")).toContainText(String(overview.pending.total));
  await expect(figure("Waiting")).toContainText(/oldest \d/);
  await expect(figure("Approved → applied")).toContainText(
    `median of ${dashboard.approved_to_applied.count}`,
  );
  await expect(figure("NetSuite lane")).toContainText("Open");

  const waiting = page.getByRole("region", { name: "Waiting by tier" });
  for (const { tier, count } of overview.pending.by_tier) {
    await expect(waiting.locator(`tr[data-tier="${tier}"]`)).toContainText(String(count));
  }
  for (const title of ["Decided by day", "Decision time by tier", "Push outcomes", "Dead letters by cause"]) {
    const chart = page.getByRole("region", { name: title });
    await expect(chart).toBeVisible();
    await chart.getByText("As a table").click();
    await expect(chart.getByRole("row").nth(1)).toBeVisible();
  }
  const outcomes = page.getByRole("region", { name: "Push outcomes" });
  const applied = dashboard.push_outcomes.find((row) => row.status === "applied")!;
  await expect(outcomes.getByRole("row", { name: /^Applied/ })).toContainText(String(applied.count));
});

test.describe("an administrator", () => {
  test.use({ role: "admin" });
  test("reads on the dashboard that decisions pile up and why, until they do not", async ({ page }) => {
    await page.clock.install();
    const reason = "201 proposals wait and the oldest has waited 25 hours";
    let pileUp = { pile_up: true, pile_up_reason: reason as string | null };
    await page.route("**/api/overview", async (route) => {
      const overview = (await (await route.fetch()).json()) as Overview;
      await route.fulfill({ json: { ...overview, pending: { ...overview.pending, ...pileUp } } });
    });
    await page.goto("/dashboard");
    const nextReading = () => page.clock.fastForward(11_000);
    await nextReading();
    await expect(page).toShow(`Decisions are piling up: ${reason}. Bulk decisions in the inbox`);
    pileUp = { pile_up: false, pile_up_reason: null };
    await nextReading();
    await expect(page.getByText("Decisions are piling up")).toHaveCount(0);
  });
});

test("one applied write is shown by every subscriber with its number", async ({ page }) => {
  const proposed = await proposeLow();
  await approve("approver", proposed);
  await expectApplied(proposed.id);
  await page.goto("/subscribers");
  for (const [title, outcome] of [
    ["Customer health", "Kept for"],
    ["Cache invalidation", "Raised record:"],
  ] as const) {
    const latest = page.getByRole("list", { name: `Latest of ${title}` });
    const row = latest.getByRole("listitem").filter({ hasText: `#${proposed.id}` });
    await expect(async () => {
      if (!(await row.isVisible())) await page.reload();
      await expect(row).toContainText(outcome, { timeout: 1_000 });
    }).toPass();
  }
});
