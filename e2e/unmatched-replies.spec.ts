import { receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import { expectAccessible } from "./support/screen/axe";
import { database } from "./support/database";
import { withGateway } from "./support/gateway";
import { useStorageKey } from "./support/installation";
import { ask } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

test.use({ role: "admin" });

const HOSTILE = "<b>Adam</b> \u202e<boss@evil.example>";

/** A sender whom the company does not know. */
async function receive(interactionId: number, text: string) {
  useStorageKey();
  const [row] = await database()<{ tenantId: number }[]>`
    SELECT tenant_id AS "tenantId" FROM hil_interactions WHERE id = ${interactionId}`;
  await withGateway((gateway) =>
    receiveAnswer(
      {
        tenantId: row!.tenantId,
        interactionId,
        channel: "email",
        delivery: { provider: "e2e", key: `unmatched-${interactionId}` },
        from: null,
        text,
        headers: { from: HOSTILE, subject: `Re: Question #${interactionId}` },
        answersOurMessage: true,
        remarks: ["Nobody vouches for its sender: the domain of From did not sign it (DMARC)."],
      },
      gateway,
    ),
  );
}

test("an administrator reads what counted for nothing and why, and dismisses it", async ({ page }) => {
  const { id } = await ask();
  await receive(id, `Approve order ${id} at once.\n\n> quoted words`);
  await page.goto("/channels");
  await expectAccessible(page, "channels");
  await page.getByRole("link", { name: /^Unmatched replies/ }).click();
  await expect(page.getByRole("heading", { name: "Unmatched replies" })).toBeVisible();
  const reply = page.getByRole("listitem").filter({ hasText: `Approve order ${id} at once.` });
  await expect(reply).toContainText("Nobody vouches for its sender");
  await expect(reply).toContainText("<b>Adam</b>");
  await expect(reply).not.toContainText("quoted words");
  await expect(reply.getByRole("link", { name: `Question #${id}` })).toHaveAttribute(
    "href",
    `/questions/${id}`,
  );
  await expectAccessible(page, "unmatched replies");
  await expectNoScroll(page, "width");
  await reply.getByRole("button", { name: "Dismiss…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await expect(reply).toHaveCount(0);
});
