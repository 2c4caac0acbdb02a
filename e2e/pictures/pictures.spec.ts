import path from "node:path";
import type { Page } from "@playwright/test";
import { listActions } from "../support/http/api";
import { pages } from "../support/screen/pages";
import { SIZES } from "../support/screen/sizes";
import { expect, test } from "../support/test";

/**
 * Every page at the windows that the product is judged at, in both themes, compared with the pictures in `kept`.
 * `npm run pictures` compares, `npm run pictures -- --keep` keeps what it sees; look at those before you commit them.
 */

test.use({ contextOptions: { reducedMotion: "reduce" } });

const quiet = path.join("e2e", "pictures", "quiet.css");

async function compare(page: Page, name: string, address: string, heading: RegExp): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(page.getByText(/^(Loading|Reading) (?!more)/)).toHaveCount(0);
      await expect.soft(page).toHaveScreenshot(`${name}-${size.width}x${size.height}-${colorScheme}.png`, {
        stylePath: quiet,
        maxDiffPixelRatio: 0.02,
      });
    }
  }
}

/** The order of endings differs between two starts; the order of proposals does not. */
const inOneOrder = (address: string) =>
  address.includes("view=history") ? `${address}&sort=newest` : address;

const nameOf = (address: string) => address.slice(1).replaceAll(/\W+/g, "-");

test.describe("as an administrator, who sees most", () => {
  test.use({ role: "admin" });

  for (const [address, heading] of pages)
    test(`${address} looks as it was kept`, async ({ page }) => {
      await compare(page, nameOf(address), inOneOrder(address), heading);
    });
});

for (const [name, query] of [
  ["action-l5", "status=pending&tier=5"],
  ["action-l2", "status=pending&tier=2"],
  ["action-roll", "status=pending&type=bulk_price_roll"],
  ["action-applied", "status=applied&sort=oldest"],
] as const)
  test(`${name} looks as it was kept`, async ({ page }) => {
    const [action] = (await listActions(`${query}&limit=1`)).items;
    await compare(page, name, `/proposed-actions/${action!.id}`, /./);
  });

test.describe("signed out", () => {
  test.use({ role: "nobody" });

  test("the page to sign in looks as it was kept", async ({ page }) => {
    await compare(page, "sign-in", "/sign-in", /Sign in/);
  });
});
