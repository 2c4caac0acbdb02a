import { receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { database } from "./support/database";
import { withGateway } from "./support/gateway";
import { useStorageKey, userOf } from "./support/installation";
import { ask, idOf, openQuestion, outcome, yours } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

let deliveries = 0;

/** The approver writes this by mail. */
async function reply(interactionId: number, text: string) {
  useStorageKey();
  const userId = await idOf("approver");
  const { name, email } = userOf("approver");
  const [tenant] = await database()<{ id: number; slug: string; name: string }[]>`
    SELECT t.id, t.slug, t.name FROM tenants t JOIN hil_interactions h ON h.tenant_id = t.id WHERE h.id = ${interactionId}`;
  const person = { kind: "person", userId, name, email, role: "approver", via: "token" } as const;
  const { id: tenantId, slug: tenantSlug, name: tenantName } = tenant!;
  return withGateway((gateway) =>
    receiveAnswer(
      {
        tenantId,
        interactionId,
        channel: "email",
        delivery: { provider: "e2e", key: `${interactionId}-${(deliveries += 1)}` },
        from: { ...person, tenantId, tenantSlug, tenantName },
        text,
        answersOurMessage: true,
      },
      gateway,
    ),
  );
}

test("a reply by mail only drafts an approval, and the person says whether it was read rightly", async ({
  page,
}) => {
  const { id } = await ask();
  await reply(id, "Yes, go ahead.\n\n> quoted <b>words</b>");
  await openQuestion(page, { id });
  const replies = page.getByTestId("replies");
  await expect(replies).toContainText("Belongs to the question");
  await expect(replies).toContainText("This is a draft: it answers nothing by itself.");
  await expect(replies.getByTestId("reply-words")).toHaveText("Yes, go ahead.");
  await expect(yours(page).getByRole("button", { name: "Yes" })).toBeEnabled();
  expect((await succeed("readInteraction", "approver", { id })).status).toBe("pending");
  await expectAccessible(page, "replies");
  await expectNoScroll(page, "width");

  await replies.getByRole("button", { name: "Read wrongly…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("He meant the other order.");
  await dialog.getByRole("button", { name: "Read wrongly" }).click();
  await expect(replies.getByTestId("reply-verified")).toContainText("found it read wrongly");
  await expect(replies.getByTestId("reply-verified")).toContainText("He meant the other order.");
  const { items } = await succeed("listReplies", "approver", { id });
  expect(items[0]!.verified).toMatchObject({ is_right: false });
});

test("a reply by mail that names an option is the person's answer", async ({ page }) => {
  const { id } = await ask({
    interaction_type: "selection",
    request_data: {
      message: "Which one?",
      options: [
        { value: "naturipe", label: "Naturipe" },
        { value: "giant", label: "Giant Berry" },
      ],
    },
  });
  await reply(id, "The second, please.");
  await openQuestion(page, { id });
  await expect(outcome(page)).toContainText("Giant Berry");
  await expect(page.getByTestId("replies")).toContainText("It counts as the answer.");
});
