import { approve, releaseSwitches, setSwitch } from "./support/http/api";
import { tick } from "./support/screen/bulk";
import { dialogOf, look, press, windows } from "./support/screen/dialogs";
import { openReading, readByKeys } from "./support/screen/reading";
import { expectWithinReach } from "./support/screen/layout";
import { browserHeadersOf, enterAs, hire, hireWithApp } from "./support/people/people";
import {
  newMarker,
  proposeCritical,
  proposeHigh,
  proposeLow,
  proposeMail,
  proposeOrderLine,
  proposeStale,
  proposeThree,
} from "./support/proposals/proposals";
import { proposeRoll } from "./support/proposals/rolls";
import {
  amendBar,
  decisionBar,
  expectApplied,
  openAction,
  openInbox,
  rejectButton,
  rejectDialog,
} from "./support/screen/screen";
import { codeOf } from "./support/people/second-factor";
import { atEverySize, SIZES } from "./support/screen/sizes";
import { expect, test } from "./support/test";

/**
 * Every dialog is looked at in every window: opened on a desk, and then the window shrinks around it. Those of administrators
 * have a file of their own.
 */

test.skip(({ isMobile }) => isMobile, "every size is looked at from the desktop");
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("every dialog of a decision can be scrolled to its last control, on a landscape phone too", async ({
  page,
}) => {
  await openAction(page, await proposeHigh());
  await press(decisionBar(page), /^Approve/);
  await look(page, dialogOf(page));
  await page.keyboard.press("Escape");
  await rejectButton(decisionBar(page)).click();
  await look(page, rejectDialog(page));

  const approver = await hireWithApp("approver");
  await enterAs(page, approver);
  const critical = await proposeCritical();
  const reading = await openReading(page, critical);
  await look(page, reading.dialog);
  await readByKeys(reading);
  await reading.button.click();
  const reference = reading.dialog.getByLabel("Type the reference");
  await reference.fill(critical.entityRef.replace(/.$/, "x"));
  await look(page, reading.dialog);
  await reference.fill(critical.entityRef);
  await press(reading.dialog, "Next");
  await look(page, reading.dialog);
  await reading.dialog.getByLabel("Six-digit code").fill("000000");
  await press(reading.dialog, "Confirm approval");
  await expect(reading.dialog.getByRole("alert")).toBeVisible();
  await look(page, reading.dialog);
  await reading.dialog.getByLabel("Six-digit code").fill(codeOf(approver.totpSecret));

  await look(page, (await openReading(page, await proposeRoll())).dialog);
});

test("every dialog of a bulk decision can be scrolled to its last control, on a landscape phone too", async ({
  page,
}) => {
  const marker = newMarker();
  const actions = await proposeThree(marker);
  const long = await proposeLow({ marker, text: "A note that takes more than a line ".repeat(4) });
  await openInbox(page, marker);
  for (const { id } of [...actions, long]) await tick(page.getByRole("checkbox", { name: `Select #${id}` }));
  await press(page, /^Approve 4/);
  const review = page.getByRole("dialog", { name: "Approve 4 actions?" });
  // Its list comes once the records have been read.
  await expect(review.getByText("End of the list")).toBeAttached();
  await look(page, review);
  await page.keyboard.press("Escape");
  await expect(review).toHaveCount(0);
  await press(page, "Reject…");
  await look(page, dialogOf(page));
  await dialogOf(page).getByLabel("Reason").fill("Not now");
  await press(dialogOf(page), "Reject 4");
  const results = page.getByRole("dialog", { name: "4 actions rejected" });
  await look(page, results);
});

test("every dialog of an amendment can be scrolled to its last control, on a landscape phone too", async ({
  page,
}) => {
  const proposed = await proposeOrderLine();
  await openAction(page, proposed);
  await press(decisionBar(page), /^Edit/);
  await look(page, dialogOf(page));
  await dialogOf(page)
    .getByLabel("Rate")
    .fill((Number(proposed.live) + 0.11).toFixed(2));
  await press(dialogOf(page), "Save this version");
  const saved = page.getByRole("dialog", { name: /^Saved as/ });
  await look(page, saved);
  await press(saved, /^Open #/);
  await press(decisionBar(page), "Extend");
  await look(page, dialogOf(page));
  await page.keyboard.press("Escape");
  await press(decisionBar(page), "Withdraw");
  await look(page, dialogOf(page));

  const applied = await proposeOrderLine();
  await approve("approver", applied);
  await expectApplied(applied.id);
  await openAction(page, applied);
  await press(amendBar(page), /^Undo/);
  await look(page, dialogOf(page));

  const letter = await proposeMail({ body: "We have raised your limit.\n".repeat(30) });
  await openAction(page, letter);
  await press(decisionBar(page), /^Edit/);
  await look(page, dialogOf(page));
});

test.describe("while writes are held", () => {
  test.afterEach(releaseSwitches);

  test("cancelling a write can be scrolled to its last control, on a landscape phone too", async ({
    page,
  }) => {
    await setSwitch("ns_writes", true, "Hold what is approved");
    const held = await proposeLow();
    await approve("approver", held);
    await openAction(page, held);
    await press(amendBar(page), "Cancel the write");
    await look(page, dialogOf(page));
  });

  test("proposing again can be scrolled to its last control, on a landscape phone too", async ({ page }) => {
    await openAction(page, await proposeStale());
    await press(amendBar(page), "Propose again");
    await look(page, page.getByRole("dialog", { name: "Propose it again?" }));
  });
});

test("the sheets of the frame can be scrolled to their last control, on a landscape phone too", async ({
  page,
}) => {
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Account" })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(dialogOf(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await look(page, dialogOf(page));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await expect(palette).toBeVisible();
  await atEverySize(page, windows, async (where) => {
    await expectWithinReach(palette, `the palette at ${where}`);
    await palette.getByRole("option", { name: "Sign out" }).scrollIntoViewIfNeeded();
    await expect(palette.getByRole("option", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  });
  await page.keyboard.press("Escape");
  await page.setViewportSize(SIZES[0]);
  await press(page, "More");
  await look(page, dialogOf(page));
});

test("every dialog of an account can be scrolled to its last control, on a landscape phone too", async ({
  page,
}) => {
  const person = await hire("approver");
  // Another browser of theirs, to be signed out.
  await browserHeadersOf(person);
  await enterAs(page, person);
  await page.goto("/account");
  await press(page, /^Sign out A browser/);
  await look(page, page.getByRole("dialog", { name: "Sign this browser out?" }));
  await page.keyboard.press("Escape");
  for (const opener of [/^Create a .*token…/, "Set up…", "Sign out everywhere…"]) {
    await press(page, opener);
    await look(page, dialogOf(page));
    if (opener === "Set up…") {
      await dialogOf(page).getByLabel("Your password").fill(person.password);
      await press(dialogOf(page), "Show the secret");
      await expect(dialogOf(page).getByTestId("secret")).toBeVisible();
      await look(page, dialogOf(page));
    }
    if (String(opener).includes("token")) {
      await dialogOf(page).getByLabel("Name").fill("nightly report");
      await press(dialogOf(page), /^Create/);
      await expect(dialogOf(page).getByTestId("secret")).toBeVisible();
      await look(page, dialogOf(page));
      await press(dialogOf(page), "I have copied it");
      await press(page, "Revoke nightly report");
      await look(page, page.getByRole("dialog", { name: "Revoke nightly report?" }));
    }
    await page.keyboard.press("Escape");
  }
});
