import { readdirSync } from "node:fs";
import path from "node:path";
import type { Locator, Page, TestInfo } from "@playwright/test";
import { RISK_TIERS, tierLabel } from "@/lib/core/action/risk-tier";
import { approve, reject } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import { coloursOf, hueOf } from "./support/screen/colours";
import { scrollToEnd } from "./support/screen/gestures";
import { pages } from "./support/screen/pages";
import {
  newMarker,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeOfEachTier,
} from "./support/proposals/proposals";
import {
  approveButton,
  card,
  decisionBar,
  detail,
  expectApplied,
  expectNoScroll,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

/** A picture for people to judge: .local/screenshots/<size>-<theme>-<name>.png. */
async function keepPicture(page: Page, { project }: TestInfo, name: string): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset.theme ?? "light");
  const size = project.use.isMobile ? "phone" : "desktop";
  await page.screenshot({
    path: path.join(process.cwd(), ".local", "screenshots", `${size}-${theme}-${name}.png`),
    animations: "disabled",
  });
}

test("every page that has an address of its own is looked at here", ({ isPhone }) => {
  test.skip(isPhone, "the same list");
  const files = readdirSync("app/(inbox)", { recursive: true, encoding: "utf8" });
  const addresses = files
    .filter((file) => path.basename(file) === "page.tsx" && !file.includes("["))
    .map((file) => `/${path.dirname(file)}`);
  expect(addresses.filter((address) => !pages.some(([looked]) => looked === address))).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in ${colorScheme}`, () => {
    // The colours are the same at every size: each theme is looked at on one of them.
    test.skip(
      ({ isMobile }) => isMobile === (colorScheme === "light"),
      "this theme is looked at the other size",
    );
    // An element that fades in is pale meanwhile.
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test.describe("as an administrator, who sees most", () => {
      test.use({ role: "admin" });

      test("no page has a serious fault of access, nor scrolls sideways", async ({ page }, info) => {
        for (const [address, heading] of pages) {
          await page.goto(address);
          await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
          await expect(page.getByText(/^Loading (?!more)/)).toHaveCount(0);
          await expectAccessible(page, address);
          await expectNoScroll(page, "width", address);
          await keepPicture(page, info, address.slice(1).replaceAll(/\W+/g, "-"));
        }
      });
    });

    test("each tier has words and colours of its own, the same on chip, card and open action; that of L3 is yellow", async ({
      page,
    }) => {
      const proposed = await proposeOfEachTier();
      expect(proposed.map(({ risk_level }) => risk_level)).toEqual(RISK_TIERS);
      await openInbox(page, proposed[0]!.marker);
      const chips = page.getByRole("group", { name: "Filter by tier" });
      const bands: string[] = [];
      const badges: { background: string; ink: string }[] = [];
      for (const [index, tier] of RISK_TIERS.entries()) {
        const words = tierLabel(tier);
        const { id } = proposed[index]!;
        const chip = chips.getByRole("button", { name: new RegExp(`^${words}`) });
        const band = await coloursOf(card(page, id).locator("> span[aria-hidden]"));
        expect((await coloursOf(chip.locator("span[aria-hidden]"))).background, words).toBe(band.background);
        bands.push(band.background);
        badges.push(await coloursOf(card(page, id).getByText(words, { exact: true })));
      }
      for (const colours of [bands, badges.map(({ ink }) => ink), badges.map(({ background }) => background)])
        expect(new Set(colours).size, colours.join(" ")).toBe(5);
      expect(bands.map((band) => hueOf(band) >= 40 && hueOf(band) <= 60)).toEqual([
        false,
        false,
        true,
        false,
        false,
      ]);
      for (const [index, tier] of RISK_TIERS.entries()) {
        await openAction(page, proposed[index]!);
        const badge = detail(page).locator("header").getByText(tierLabel(tier), { exact: true });
        expect(await coloursOf(badge), tierLabel(tier)).toEqual(badges[index]);
      }
    });

    test("an action waiting, applied and rejected has none either", async ({ page }, info) => {
      const marker = newMarker();
      const [waiting, applied, rejected] = [
        await proposeHigh({ marker, evidence: ["A mail of Monday", { ref: "IR-1" }] }),
        await proposeLow({ marker }),
        await proposeLow({ marker, text: "Deceptive \u202Etxt.exe and pаypal" }),
      ];
      await approve("approver", applied);
      await expectApplied(applied.id);
      await reject("approver", rejected, "Not this");
      for (const [name, action] of Object.entries({ waiting, applied, rejected })) {
        await openAction(page, action);
        await expect(detail(page).getByText(/^(Loading (?!more)|Reading)/)).toHaveCount(0);
        await expectAccessible(page, `#${action.id} ${action.status}`);
        await expectNoScroll(page, "width", `#${action.id}`);
        await keepPicture(page, info, `action-${name}`);
      }
      for (const name of ["Raw payload", "Evidence"]) {
        await openAction(page, waiting);
        await page.getByRole("tab", { name }).click();
        await expectAccessible(page, name);
      }
    });

    test("no dialog has one: confirming, rejecting, each step of L5", async ({ page }, info) => {
      const [high, critical] = [await proposeHigh(), await proposeCritical()];
      await openAction(page, high);
      await approveButton(decisionBar(page)).click();
      const confirm = page.getByRole("dialog", { name: "Approve this?" });
      await expect(confirm.getByRole("button", { name: "Confirm approval" })).toBeEnabled();
      await expectAccessible(page, "confirming");
      await keepPicture(page, info, "confirming");
      await page.keyboard.press("Escape");
      await rejectButton(decisionBar(page)).click();
      await expect(rejectDialog(page)).toBeVisible();
      await expectAccessible(page, "rejecting");
      await keepPicture(page, info, "rejecting");

      await openAction(page, critical);
      await approveButton(decisionBar(page)).click();
      const dialog = page.getByRole("dialog", { name: "Approve a critical change" });
      await scrollToEnd(dialog);
      await expectAccessible(page, "reading");
      await keepPicture(page, info, "reading");
      await dialog.getByRole("button", { name: "I have read it" }).click();
      await dialog.getByLabel("Type the reference").fill(critical.entityRef);
      await expectAccessible(page, "typing the reference");
      await dialog.getByRole("button", { name: "Next" }).click();
      await dialog.getByLabel("Six-digit code").fill("123456");
      await expectAccessible(page, "entering a code");
      await expectNoScroll(page, "width", "entering a code");
    });

    test.describe("before signing in", () => {
      test.use({ role: "nobody" });

      test("the sign-in page has none", async ({ page }, info) => {
        await page.goto("/sign-in");
        await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
        await expectAccessible(page, "/sign-in");
        await expectNoScroll(page, "width", "/sign-in");
        await keepPicture(page, info, "sign-in");
      });
    });
  });
}

test("on a phone every target that decides is at least 44 px high and within the screen", async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "a desk has a pointer");
  const proposed = await proposeLow();
  await openInbox(page, proposed.marker);
  const targets = [approveButton(card(page, proposed.id)), rejectButton(card(page, proposed.id))];
  await expectReachable(targets);
  await openAction(page, proposed);
  await expectReachable([approveButton(decisionBar(page)), rejectButton(decisionBar(page))]);
  await expectBox(decisionBar(page), ({ y, height }) => expect(y + height).toBeGreaterThan(844 - 10));
  await rejectButton(decisionBar(page)).click();
  const dialog = rejectDialog(page);
  const others = ["Cancel", "Not now"].map((name) => dialog.getByRole("button", { name }));
  await expectReachable([rejectButton(dialog), ...others]);
});

async function expectReachable(targets: Locator[]): Promise<void> {
  for (const target of targets) {
    await expectBox(target, ({ x, width, height }) => {
      expect(height).toBeGreaterThanOrEqual(44);
      expect(x + width).toBeLessThanOrEqual(390);
    });
  }
}

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

/** Holds one measured box to all that is expected of it; a re-render may replace the element between two looks. */
async function expectBox(target: Locator, check: (box: Box) => void): Promise<void> {
  await expect(async () => {
    const box = await target.boundingBox();
    expect(box, "the element is on the page").not.toBeNull();
    check(box!);
  }).toPass();
}
