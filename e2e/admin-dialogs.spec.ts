import { readAction, releaseSwitches } from "./support/http/api";
import { succeed } from "./support/http/call";
import { buttonIn, dialogOf, look, openAndLook, press, pressUntil } from "./support/screen/dialogs";
import { approveByItsGesture } from "./support/screen/gestures";
import { createByAdmin, hire } from "./support/people/people";
import { newMarker, proposeDead } from "./support/proposals/proposals";
import { proposeRoll } from "./support/proposals/rolls";
import { openAction } from "./support/screen/screen";
import { confirmStep, stepUpDialog } from "./support/people/second-factor";
import { breakNext } from "./support/simulator";
import { expect, test } from "./support/test";

/** The dialogs of an administrator, in every window. */

test.skip(({ isMobile }) => isMobile, "every size is looked at from the desktop");
test.use({ contextOptions: { reducedMotion: "reduce" } });

test.describe("an administrator", () => {
  test.use({ role: "admin" });
  test.afterEach(releaseSwitches);

  test("finds every dialog about people and agents scrolls to its last control, on a landscape phone too", async ({
    page,
  }) => {
    await page.goto("/people");
    await openAndLook(buttonIn(page, "Add a person…"), dialogOf(page));
    await dialogOf(page).getByLabel("Name").fill("Robin Lake");
    const email = `${newMarker()}@greenfield.example`;
    await dialogOf(page).getByLabel("Email").fill(email);
    await press(dialogOf(page), "Add person");
    await look(page, stepUpDialog(page, `Add Robin Lake, ${email}, as an approver`));
    await confirmStep(page, `Add Robin Lake, ${email}, as an approver`);
    await expect(dialogOf(page).getByTestId("secret")).toBeVisible();
    await look(page, dialogOf(page));
    await press(dialogOf(page), "I have copied it");
    const person = await hire("approver");
    await page.reload();
    const manage = page.locator(`[data-person-id="${person.userId}"]`).getByRole("button");
    await openAndLook(manage, dialogOf(page));
    for (const step of [/^Change role/, /^Revoke/]) {
      await press(dialogOf(page), step);
      await look(page, dialogOf(page));
      await page.keyboard.press("Escape");
      await manage.click();
    }

    const { agent } = await createByAdmin();
    await page.goto("/agents");
    await openAndLook(buttonIn(page, "Create an agent…"), dialogOf(page));
    await page.keyboard.press("Escape");
    const manageAgent = page.getByRole("button", { name: `Manage ${agent.name}` });
    await manageAgent.click();
    await look(page, dialogOf(page));
    for (const step of [/^Change limits/, /^Rotate key/, /^Revoke/]) {
      await press(dialogOf(page), step);
      await look(page, dialogOf(page));
      await page.keyboard.press("Escape");
      await manageAgent.click();
    }
  });

  test("finds every dialog of the controls scrolls to its last control, on a landscape phone too", async ({
    page,
  }) => {
    const openers: [address: string, button: RegExp][] = [
      ["/retention", /^Change…/],
      ["/retention", /^Run now…/],
      ["/kill-switches", /^Engage…/],
      ["/dead-letters", /^Drain now…/],
    ];
    for (const [address, name] of openers) {
      await page.goto(address);
      await openAndLook(buttonIn(page, name).first(), dialogOf(page));
    }
    const dead = await proposeDead();
    await page.goto("/dead-letters");
    await openAndLook(
      buttonIn(page.locator(`article[data-action-id="${dead.id}"]`), "Replay…"),
      dialogOf(page),
    );
    const jobs = await succeed("readJobs", "admin", { action_id: dead.id });
    await page.goto(`/jobs/${jobs.items[0]!.id}`);
    await openAndLook(buttonIn(page, "Run again…"), dialogOf(page));

    await page.goto("/kill-switches");
    await pressUntil(buttonIn(page, /^Engage…/).last(), dialogOf(page));
    await dialogOf(page).getByLabel("Reason").fill("A look at the brakes");
    await press(dialogOf(page), "Engage");
    const engaged = page.getByRole("dialog", { name: "High-risk operations engaged" });
    await look(page, engaged);
    await press(engaged, "Done");
    await press(page, "Release…");
    await look(page, page.getByRole("dialog", { name: "Release High-risk operations?" }));
  });

  test("finds every dialog about the lines of a roll scrolls to its last control, on a landscape phone too", async ({
    page,
  }) => {
    const roll = await proposeRoll({ customers: 1, items: 2 });
    await breakNext({ kind: "closed_period", key: `cs-1-${roll.id}-1` });
    await approveByItsGesture(page, roll, "admin");
    await expect.poll(async () => (await readAction(roll.id)).push?.lines).toMatchObject({ dead: 1 });
    await openAction(page, roll);
    const dialogs = [
      ["Retry 1 line…", "Try these lines again?"],
      ["Cancel the remaining line…", "Cancel the remaining lines?"],
    ] as const;
    for (const [opener, name] of dialogs) {
      await openAndLook(buttonIn(page, opener), page.getByRole("dialog", { name }));
      await page.keyboard.press("Escape");
    }
  });
});
