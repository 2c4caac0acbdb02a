import { readAction } from "./support/http/api";
import { succeed } from "./support/http/call";
import { approvedIn, begin, card, idOf, log, press, waiting } from "./support/screen/chat";
import { approveButton } from "./support/screen/screen";
import { readShown, shows } from "./support/screen/shown-text";
import { expect, test } from "./support/test";

/** Texts in the chat, as they are read and decided there. */

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a draft is shown whole and kept here after one tap, and the chat says that nothing was sent", async ({
  page,
}) => {
  await begin(page, "Draft a mail");
  const draft = await waiting(page);
  const id = await idOf(draft);
  const [shown] = await readShown(draft);
  const { changes } = await readAction(id);
  expect(changes.map(({ field }) => field)).toEqual(["to", "subject", "body"]);
  for (const { to } of changes) expect(shows(shown!.texts, to!), to!).toBe(true);
  await expect(draft).toShow("L3 Medium");
  await expect(draft).toShowFirst("New recipient");
  await press(draft, approveButton(draft), approvedIn(page, id));
  await expect(log(page)).toShow(`Priya Raman approved #${id}.`);
  await expect(log(page)).toShow(`#${id} is done. It is kept in Countersign`);
});

test("a long and deceptive text is shown whole in the chat, and approved once its end has been in view", async ({
  page,
}) => {
  await begin(page, "Draft a mail");
  const { payload_hash, id } = await readAction(await idOf(await waiting(page)));
  const body = [
    ...Array.from({ length: 60 }, (_, line) => `${line + 1}. The pallet came\u200b two hours late.`),
    "Driscоll's pays \u202e00.09 for it.",
  ].join("\n");
  const edit = { id, payload_hash, changes: [{ field: "body", to: body }], reason: "Say all of it" };
  const { id: version } = await succeed("editAction", "admin", edit);
  const long = card(page, version);
  // The conversation has come to its end, and follows it no further than to the beginning of what waits.
  await expect(page.getByTestId("chat-status")).toContainText(`Waits for a decision on #${version}.`);
  await expect(long.getByRole("heading", { level: 3 })).toBeInViewport();
  const end = long.getByText("End of the text");
  await expect(end).not.toBeInViewport();
  await expect(long).toShow("Read the text to its end first.");
  await expect(approveButton(long)).toBeDisabled();
  await expect(long).toShow("Deceptive characters");
  const [shown] = await readShown(long);
  expect(shown!.fields.find(({ field }) => field === "body")).toMatchObject({ text: body, isWhole: true });
  await end.scrollIntoViewIfNeeded();
  await expect(approveButton(long)).toBeEnabled();
  // Its whole card fits into no window: the press counts with the buttons in view.
  await expect(async () => {
    await approveButton(long).click({ timeout: 10_000 });
    await expect(approvedIn(page, version)).toBeVisible({ timeout: 10_000 });
  }).toPass();
  expect((await readAction(version)).changes.find(({ field }) => field === "body")?.to).toBe(body);
});
