import type { LineList } from "@/lib/contract/actions/lines";
import { distributor } from "@countersign/netsuite-simulator/company";
import { get, propose, readAction } from "./support/http/api";
import { expectAccessible } from "./support/screen/axe";
import { approveByItsGesture } from "./support/screen/gestures";
import { newMarker, untilStatus } from "./support/proposals/proposals";
import { proposeRoll, rollCustomers } from "./support/proposals/rolls";
import { detail, expectNoScroll, openAction } from "./support/screen/screen";
import { breakNext, countCommits, readRecord } from "./support/simulator";
import { expect, test } from "./support/test";

/** A roll of many lines, and what stays with us, as people meet them. */

test("a roll of a hundred lines is read to its end, approved, written line by line, and its failed line is cancelled", async ({
  page,
}, info) => {
  const roll = await proposeRoll();
  const { items: lines } = await get<LineList>(
    `/api/proposed-actions/${roll.id}/lines?limit=500`,
    "approver",
  );
  const tenant = (await readAction(roll.id)).id;
  expect(tenant).toBe(roll.id);
  expect(lines).toHaveLength(100);

  await openAction(page, roll);
  await expect(detail(page)).toShowFirst(/Raise 100 prices for 4 customers/);
  await expect(detail(page).locator("[data-line-no='1']")).toBeVisible();
  // The list of lines scrolls, and the window around it does not.
  await expectNoScroll(page, "height", "a roll");
  await detail(page).getByRole("button", { name: "Check against NetSuite" }).click();
  await expect(detail(page)).toShow("100 of 100 lines read from NetSuite, 0 changed since proposed");
  await page.screenshot({ path: info.outputPath("roll-pending.png") });
  await expectAccessible(page, "a roll that waits");

  // One line meets a closed period: it alone gives up.
  const key = `cs-1-${roll.id}-7`;
  await breakNext({ kind: "closed_period", key });
  await approveByItsGesture(page, roll);
  await expect
    .poll(async () => (await readAction(roll.id)).push?.lines)
    .toMatchObject({ applied: 99, dead: 1 });

  await openAction(page, roll);
  await expect(detail(page).getByTestId("roll-progress")).toHaveText("99 of 100 written, 1 gave up");
  await detail(page)
    .getByRole("button", { name: /^Not written/ })
    .click();
  await expect(detail(page).locator("[data-line-state='dead']")).toHaveCount(1);
  await page.screenshot({ path: info.outputPath("roll-partial.png") });
  await detail(page).getByRole("button", { name: "Cancel the remaining line…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel these lines" }).click();
  await untilStatus(roll.id, "applied");
  await expect(detail(page)).toShow("Applied in part");
  expect(await countCommits(`cs-1-${roll.id}-1`)).toBe(1);
  const last = rollCustomers(1)[0]!.name;
  expect(await readRecord("bid_price", `${last}:${distributor.items[0]!.sku}`)).toMatchObject({
    price: "10.25",
  });
});

test("a draft is proposed, kept under the standing authorisation or by a tap, and marked as used", async ({
  page,
}, info) => {
  const marker = newMarker();
  const proposal = await propose({
    action_type: "email_draft",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [
      { field: "to", to: "orders@coastal.example" },
      { field: "subject", to: `Your limit ${marker}` },
      { field: "body", to: "We have raised your limit.\nKind regards" },
    ],
  });
  await approveByItsGesture(page, { ...proposal, marker, entityRef: "Coastal Pantry" });
  await untilStatus(proposal.id, "applied");
  expect((await readAction(proposal.id)).push).toMatchObject({
    destination: "internal",
    verification: "verified",
  });
  await page.goto("/email-drafts");
  const draft = page.getByRole("article", { name: `Draft: Your limit ${marker}` });
  await expect(draft).toShow("To be sent");
  await page.screenshot({ path: info.outputPath("drafts.png") });
  await draft.getByRole("button", { name: "Mark as used" }).click();
  await expect(draft.getByRole("button", { name: "Open again" })).toBeVisible();
  await expectAccessible(page, "a roll that waits");
});

test("a cache invalidation is proposed, applied and verified, and the cache's version goes up", async ({
  page,
}) => {
  const cache = newMarker();
  const proposal = await propose({
    action_type: "cache_invalidation",
    entity_type: "cache",
    entity_ref: cache,
  });
  await approveByItsGesture(page, { ...proposal, marker: cache, entityRef: cache });
  await untilStatus(proposal.id, "applied");
  expect((await readAction(proposal.id)).push).toMatchObject({ verification: "verified" });
  const { items: caches } = await get<{ items: { name: string; version: number }[] }>(
    "/api/cache-versions?limit=200",
    "approver",
  );
  expect(caches.find(({ name }) => name === cache)?.version).toBe(1);
});
