import { approve, readAction } from "./support/http/api";
import { proposePassingTotal } from "./support/proposals/proposals";
import {
  answer,
  approveButton,
  card,
  confirmApproval,
  decisionBar,
  decisionOf,
  detail,
  openInbox,
} from "./support/screen/screen";
import { expect, test } from "./support/test";

test("an approval that passes the day's total decides nothing, says the new tier, and asks for its gesture", async ({
  page,
  isPhone,
}) => {
  const { first, second } = await proposePassingTotal();
  expect([first.risk_level, second.risk_level]).toEqual([3, 3]);
  await openInbox(page, second.marker);
  await expect(card(page, second.id)).toContainText("Medium");
  // Approved while the other card is on screen.
  await approve("approver", first);

  await approveButton(decisionOf(page, second.id, isPhone)).click();
  await expect(answer(card(page, second.id))).toHaveText("Nothing was approved: this is L4 High now.");
  expect(await readAction(second.id)).toMatchObject({ status: "pending", risk_level: 4, raised_from: 3 });

  if (isPhone) await card(page, second.id).getByRole("link").first().click();
  await expect(detail(page)).toShow("It was L3 Medium when it was proposed.");
  await approveButton(decisionBar(page)).click();
  await confirmApproval(page);
  await expect.poll(async () => (await readAction(second.id)).status).toBe("applied");
});
