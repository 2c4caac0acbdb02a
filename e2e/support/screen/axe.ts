import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";

/** Nothing on this page that axe calls serious or critical. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // In the page itself: otherwise every look opens a second page to put the frames' results together, and we have none.
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .analyze();
  const grave = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(" ")).slice(0, 3) }));
  expect(grave, where).toEqual([]);
}
