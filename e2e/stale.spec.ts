import { approve, readAction, releaseSwitches } from "./support/http/api";
import { proposeOrderLine, proposeStale, untilStatus } from "./support/proposals/proposals";
import { card, decisionBar, detail, openAction, section } from "./support/screen/screen";
import { countCommits, editRecord, readRecord } from "./support/simulator";
import { expect, test } from "./support/test";

test.afterEach(releaseSwitches);

/** The value that a colleague writes into the record in the meantime. */
const elsewhere = (live: string) => (Number(live) + 0.37).toFixed(2);

test("an approved write whose record was changed before it was sent is held back as stale", async ({
  page,
}) => {
  const proposed = await proposeStale();
  const action = await readAction(proposed.id);
  expect(action).toMatchObject({
    status: "stale",
    end_reason: expect.stringContaining("changed"),
    push: { status: "stale" },
  });
  expect(Number((await readRecord("order_line", proposed.recordId)).rate)).toBe(Number(proposed.now));
  expect(await countCommits(`cs-1-${proposed.id}`)).toBe(0);

  await page.goto(`/proposed-actions?view=stale&q=${proposed.marker}`);
  await expect(card(page, proposed.id)).toHaveAttribute("data-status", "stale");
  await expect(card(page, proposed.id)).toContainText("Stale");
  await card(page, proposed.id).getByRole("link").click();
  await expect(detail(page)).toShow(/The record has changed since$/);
  await expect(detail(page)).toShow("The record changed before the write, so nothing was written.");
  await expect(decisionBar(page)).toHaveCount(0);
});

test("drift is loud before anybody approves: both values, in words, and on the card", async ({
  page,
  isPhone,
}) => {
  const proposed = await openAction(page, await proposeOrderLine());
  const change = section(page, "The change");
  await expect(change).toShow("unchanged");
  await editRecord("order_line", proposed.recordId, { rate: elsewhere(proposed.live) });
  await change.getByRole("button", { name: "Read again" }).click();
  await expect(change.getByRole("button", { name: "Read again" }), "it keeps the focus").toBeFocused();
  await expect(change).toShow("changed since proposed");
  await expect(change).toShow(/The record changed in NetSuite since this was proposed/);
  await expect(change).toShow(`$${elsewhere(proposed.live)}`);
  if (!isPhone) {
    await expect(card(page, proposed.id)).toShow("Changed in NetSuite");
  }
});

test("approved without a look, a drifted write changes nothing: the push goes stale", async ({ page }) => {
  const proposed = await proposeOrderLine();
  await editRecord("order_line", proposed.recordId, { rate: elsewhere(proposed.live) });
  await approve("approver", proposed);
  await untilStatus(proposed.id, "stale");
  expect(Number((await readRecord("order_line", proposed.recordId)).rate)).toBe(
    Number(elsewhere(proposed.live)),
  );
  expect(await countCommits(`cs-1-${proposed.id}`)).toBe(0);
  await openAction(page, proposed);
  await expect(detail(page)).toShow("Held back");
});
