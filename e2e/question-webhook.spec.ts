import { signWebhook, verifyWebhook } from "@/lib/outbound";
import { expectAccessible } from "./support/screen/axe";
import { pressUntil } from "./support/screen/dialogs";
import { expectStatus, send } from "./support/http/request";
import { enterAs, hire, hireWithApp } from "./support/people/people";
import { askCredit, openQuestion, outcome } from "./support/proposals/questions";
import { receiverOf } from "./support/http/receiver";
import { codeOf, enterCode, stepUpDialog } from "./support/people/second-factor";
import { expect, test } from "./support/test";

test.use({ role: "nobody" });

const receiver = receiverOf();

test("an administrator connects a webhook, a person lets it answer, and a question goes out by it and comes back answered", async ({
  page,
  browser,
}) => {
  test.skip(receiver === null, "An installation that was there before reaches no receiver of a test.");
  const { url, host, about } = receiver!;
  const admin = await hireWithApp("admin");
  const person = await hire("approver");
  await enterAs(page, admin);
  await page.goto("/channels");
  const card = page.getByRole("region", { name: "Webhook for questions" });
  await expect(card).toContainText("not connected");
  await expect(card).toContainText("docs/channels/webhook.md");
  const dialog = page.getByRole("dialog", { name: "Connect a webhook" });
  await pressUntil(card.getByRole("button", { name: "Connect…" }), dialog);
  await dialog.getByLabel("Name").fill("Order desk");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/questions");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(dialog).toContainText("Must name a host");
  await expectAccessible(page, "the form of a webhook");
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();
  await enterCode(stepUpDialog(page, `Send questions to ${url}`), codeOf(admin.totpSecret));
  const sheet = page.getByRole("dialog", { name: "The secret of the webhook" });
  const secret = (await sheet.getByTestId("secret").textContent())!;
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page, "the secret of a webhook");
  await sheet.getByRole("button", { name: "I have copied it" }).click();
  await expect(card).toContainText("It gets nothing yet");
  await expect(page.locator("body")).not.toContainText(secret);
  await expectAccessible(page, "channels with a webhook");

  const context = await browser.newContext(test.info().project.use);
  const theirs = await context.newPage();
  await enterAs(theirs, person);
  await theirs.goto("/account");
  const channel = theirs
    .getByRole("region", { name: "Your channels" })
    .getByRole("listitem")
    .filter({ has: theirs.getByRole("heading", { name: "Webhook", exact: true }) });
  await expect(channel).toContainText(`Order desk (${host}) does not answer for you.`);
  await pressUntil(
    channel.getByRole("button", { name: "Let it answer for me…" }),
    theirs.getByRole("button", { name: "Let it answer", exact: true }),
  );
  await theirs.getByRole("button", { name: "Let it answer", exact: true }).click();
  await expect(channel).toContainText("count as yours");
  await expect(channel.getByLabel("Proposed changes")).toHaveCount(0);
  await channel.getByRole("button", { name: "Send a test: webhook" }).click();
  await expect(channel).toContainText("It was sent.");
  await expectAccessible(theirs, "an account whose questions a webhook answers");

  const question = await askCredit({ responders: [{ user_id: person.userId }], channel_type: "webhook" });
  await expect.poll(async () => (await about(question.id)).length).toBe(1);
  const { body, event, ...sent } = (await about(question.id))[0]!;
  const headers = new Headers(sent.headers);
  expect(verifyWebhook({ headers, body, keys: [secret], now: new Date() }).ok).toBe(true);
  await openQuestion(theirs, question);
  const answer = JSON.stringify({
    type: "question.answer",
    data: { ref: event.data.ref, answer: { amount: 250, reason: "Late delivery" } },
  });
  const signed = signWebhook({ id: `msg_${question.id}`, sentAt: new Date(), body: answer, keys: [secret] });
  const path = new URL(event.data.answer_to!).pathname;
  const post = async () =>
    expectStatus(await send(path, { method: "POST", raw: answer, headers: { ...signed } }), 200);
  expect(await post()).toEqual({ outcome: "answered", repeated: false });
  expect(await post()).toEqual({ outcome: "answered", repeated: true });
  await expect(outcome(theirs)).toContainText("Late delivery");
  await expect(theirs.getByTestId("responders")).toContainText("has answered by webhook");
  await expectAccessible(theirs, "a question that a webhook answered");

  await theirs.goto("/account");
  await pressUntil(
    channel.getByRole("button", { name: "Stop…" }),
    theirs.getByRole("button", { name: "Stop", exact: true }),
  );
  await theirs.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(channel).toContainText("does not answer for you");
  await context.close();
  await page.reload();
  await pressUntil(
    card.getByRole("button", { name: "Disconnect…" }),
    page.getByRole("button", { name: "Disconnect", exact: true }),
  );
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(card).toContainText("not connected");
});
