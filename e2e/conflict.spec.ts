import { distributor } from "@countersign/netsuite-simulator/company";
import { decide, propose, readAction, reject } from "./support/http/api";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { approveReviewed, bulkBar, selectRows } from "./support/screen/bulk";
import { readPaneToEnd } from "./support/screen/gestures";
import { createByAdmin } from "./support/people/people";
import { MOST_LINES } from "./support/proposals/rolls";
import { newMarker, proposeLow } from "./support/proposals/proposals";
import { approveButton, card, decisionBar, openAction, openInbox } from "./support/screen/screen";
import { expect, test } from "./support/test";

/** Two agents ask for different values of one field: whoever decides one is told of the other before. */

const items = distributor.items.toReversed();
/** Rolls of other tests set the prices of the last customers. */
const pricedCustomer = distributor.customers
  .slice(0, -MOST_LINES.customers)
  .findLast(({ prices }) => prices.length > 0)!;

/** The proposals of the test. Each is rejected at its end, so that none conflicts with another test's values. */
const testProposals: ProposalView[] = [];
test.afterEach(async () => {
  for (const { id, payload_hash } of testProposals.splice(0))
    await decide("admin", id, { decision: "reject", payload_hash, comment: "The test is over" });
});

async function proposeListPrices(marker: string) {
  const item = items.pop()!;
  const ask = async (to: string, token: string) => {
    const proposal = await propose(
      {
        action_type: "item_price_update",
        entity_type: "item",
        entity_ref: item.sku,
        changes: [{ field: "price", to }],
        context: { ticket: marker },
      },
      undefined,
      { token },
    );
    testProposals.push(proposal);
    return proposal;
  };
  const [one, other] = [await createByAdmin(), await createByAdmin()];
  const first = await ask("51.25", one.key);
  const second = await ask("51.5", other.key);
  const words = (id: number, agent: string, value: string) => `#${id} by ${agent} asks for ${value} here.`;
  return {
    ask,
    first: { ...first, marker },
    second,
    ofFirst: words(second.id, other.agent.name, "$51.50"),
    ofSecond: words(first.id, one.agent.name, "$51.25"),
  };
}

test("the page of an action and its confirmation say which other value waits for the same field, until it does no more", async ({
  page,
}) => {
  const { first, second, ofFirst } = await proposeListPrices(newMarker());
  await openAction(page, first);
  const onPage = page.getByTestId("detail-scroller").getByTestId("conflict");
  await expect(onPage).toContainText(ofFirst);
  await expect(onPage.getByRole("link", { name: "Open it" })).toHaveAttribute(
    "href",
    `/proposed-actions/${second.id}`,
  );
  await readPaneToEnd(page);
  await approveButton(decisionBar(page)).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("conflict")).toContainText(ofFirst);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await reject("approver", second, "One price is enough.");
  await page.reload();
  await expect(page.getByTestId("detail-scroller")).toBeVisible();
  await expect(onPage).toHaveCount(0);
});

test("the page of a roll says which other value waits for one of its places", async ({ page }) => {
  const marker = newMarker();
  const { name: customer, prices } = pricedCustomer;
  const { sku: entity_ref, priceCents } = prices.at(-1)!;
  const [one, other] = [await createByAdmin(), await createByAdmin()];
  const priceOf = (cents: number) => ({
    entity_ref,
    changes: [{ field: "price", to: String((priceCents + cents) / 100) }],
    context: { customer },
  });
  const list = { action_type: "bulk_price_roll", entity_type: "price_roll", entity_ref: marker };
  const roll = await propose({ ...list, lines: [priceOf(1)] }, undefined, { token: one.key });
  const item = { action_type: "customer_price_update", entity_type: "item" };
  const single = await propose({ ...item, ...priceOf(2) }, undefined, { token: other.key });
  testProposals.push(roll, single);
  await openAction(page, { ...roll, marker });
  const words = `#${single.id} by ${other.agent.name} asks for`;
  const conflicts = page.getByTestId("detail-scroller").getByTestId("conflict");
  await expect(conflicts.filter({ hasText: words })).toHaveCount(1);
});

test("a bulk approval leaves both of two other values out, says so before, and each names the other", async ({
  page,
  isPhone,
}) => {
  const marker = newMarker();
  const { name: customer, prices } = pricedCustomer;
  const { sku: entity_ref, priceCents } = prices.at(isPhone ? 0 : 1)!;
  const ask = async (cents: number) => {
    const proposal = await propose(
      {
        action_type: "customer_price_update",
        entity_type: "item",
        entity_ref,
        changes: [{ field: "price", to: String((priceCents + cents) / 100) }],
        context: { customer, ticket: marker },
      },
      undefined,
      { token: (await createByAdmin()).key },
    );
    testProposals.push(proposal);
    return { ...proposal, entityRef: entity_ref, marker };
  };
  const [first, second, note] = [await ask(1), await ask(2), await proposeLow({ marker })];
  await openInbox(page, marker);
  await selectRows(page, isPhone, [first, second, note]);
  await expect(bulkBar(page)).toContainText("2 of them are approved one by one");
  await bulkBar(page).getByRole("button", { name: "Approve 1" }).click();
  const leftOut = page.getByRole("dialog").getByRole("region", { name: "Left out" });
  for (const [row, other] of [
    [first, second],
    [second, first],
  ] as const)
    await expect(leftOut.locator(`[data-action-id="${row.id}"]`)).toContainText(
      `#${other.id} of the same selection asks for another value of the same record and field: decide it on its own.`,
    );
  await approveReviewed(page, 1);
  await expect(page.getByRole("dialog", { name: "1 action approved" })).toBeVisible();
  for (const { id } of [first, second]) expect(await readAction(id)).toMatchObject({ status: "pending" });
});

test("of many other values three are named, the rest are counted and open on the page", async ({ page }) => {
  const { first, ask } = await proposeListPrices(newMarker());
  for (const to of ["51.75", "52", "52.25"]) await ask(to, (await createByAdmin()).key);
  const last = await ask("52.5", (await createByAdmin()).key);
  await openAction(page, first);
  const pane = page.getByTestId("detail-scroller");
  await expect(pane.getByTestId("conflict").filter({ visible: true })).toHaveCount(3);
  await pane.getByText("2 more ask for other values").click();
  await expect(pane.getByTestId("conflict").filter({ visible: true })).toHaveCount(5);
  await expect(pane.getByText(`#${last.id} by`)).toBeVisible();
  await readPaneToEnd(page);
  await approveButton(decisionBar(page)).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("conflict")).toHaveCount(3);
  await expect(dialog.getByTestId("more-conflicts")).toHaveText("2 more ask for other values.");
});

test("a card says which other value waits for the same field, and keeps its place when that one was decided", async ({
  page,
  isPhone,
}) => {
  test.skip(!isPhone, "a desk shows both in rows of one height");
  const marker = newMarker();
  const { first, second, ofFirst, ofSecond } = await proposeListPrices(marker);
  await openInbox(page, marker);
  await expect(card(page, first.id)).toContainText(ofFirst.slice(0, -1));
  await expect(card(page, second.id)).toContainText(ofSecond.slice(0, -1));
  const height = async () => (await card(page, first.id).boundingBox())!.height;
  const before = await height();
  await reject("approver", second, "One price is enough.");
  await expect(card(page, first.id)).toContainText(`#${second.id} waits no more`);
  expect(await height()).toBe(before);
});
