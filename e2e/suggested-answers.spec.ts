import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { expectAccessible } from "./support/screen/axe";
import { succeed } from "./support/http/call";
import { newMarker } from "./support/proposals/proposals";
import { answerOf, ask, creditForm, openQuestion, send, yours } from "./support/proposals/questions";
import { expectNoScroll } from "./support/screen/screen";
import { expect, test } from "./support/test";

const options = [
  { value: "naturipe", label: "Naturipe, at 5 am" },
  { value: "well-pict", label: "Well-Pict, at 9 am" },
];
/** Other numbers each time, and words of this test's own. */
let sku = 10_472;
const question = (word: string) => `Which supplier delivers ${(sku += 1)} to dock ${word}?`;
const word = () => newMarker().replaceAll(/\d/g, "x");
const askFor = (dock: string) =>
  ask({ interaction_type: "selection", request_data: { message: question(dock), options } });

async function answered<Question extends Pick<InteractionView, "id">>(
  asked: () => Promise<Question>,
  answers: readonly unknown[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const response of answers) {
    const { id } = await asked();
    await succeed("answer", "approver", { id, response: response as string });
    ids.push(id);
  }
  return ids;
}

test("an answer that earlier ones speak for is shown with them, fills the form, and is sent by nobody but the person", async ({
  page,
}) => {
  const dock = word();
  const ids = await answered(
    () => askFor(dock),
    ["well-pict", "well-pict", "naturipe", "well-pict", "well-pict"],
  );
  const { id } = await askFor(dock);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.postData() ?? "");
  });
  await openQuestion(page, { id });
  const hint = page.getByTestId("suggested-answer");
  await expect(hint).toContainText("Answered like this 4 of the last 5 times: Well-Pict, at 9 am");
  await hint.getByText("The 5 earlier questions").click();
  const earlier = hint.getByRole("list", { name: "Earlier questions" }).getByRole("listitem");
  await expect(earlier).toHaveCount(5);
  await expect(earlier.nth(2)).toContainText(`Question ${ids[2]}Another answer by Priya Raman`);
  await expect(earlier.first().getByRole("link")).toHaveAttribute("href", `/questions/${ids[4]}`);
  await expectAccessible(page, "a suggested answer");
  await expectNoScroll(page, "width");

  const choice = yours(page).getByRole("radio", { name: "Well-Pict, at 9 am" });
  await yours(page).getByRole("radio", { name: "Naturipe, at 5 am" }).check();
  await hint.getByRole("button", { name: "Fill it in" }).click();
  await expect(choice).toBeChecked();
  await hint.getByRole("button", { name: "Take it out" }).click();
  await expect(yours(page).getByRole("radio", { name: "Naturipe, at 5 am" })).toBeChecked();
  await hint.getByRole("button", { name: "Fill it in" }).click();
  await expect(choice).toBeChecked();
  expect(sent.filter((body) => body.includes("well-pict"))).toEqual([]);
  expect((await succeed("readInteraction", "approver", { id })).status).toBe("pending");

  await send(page).click();
  await expect(yours(page).getByTestId("answer-lines")).toContainText("Well-Pict, at 9 am");
  await expect(hint).toHaveCount(0);
  expect(await answerOf(id)).toBe("well-pict");
});

test("a form of several fields is filled whole, its hostile text shown disarmed, and an approval has none", async ({
  page,
}) => {
  const dock = word();
  const reason = "<b>Crushed</b> \u202Etxt.exe";
  const form = () =>
    ask({
      interaction_type: "input",
      request_data: { message: `How much credit for order ${(sku += 1)} at ${dock}?`, schema: creditForm },
    });
  await answered(
    form,
    Array.from({ length: 3 }, () => ({ amount: 1_250.5, reason })),
  );
  const { id } = await form();
  await openQuestion(page, { id });
  const hint = page.getByTestId("suggested-answer");
  await expect(hint).toContainText("Answered like this 3 of the last 3 times");
  await expect(hint.getByTestId("answer-lines")).toContainText("<b>Crushed</b>");
  await expect(hint.locator("[data-code-point='U+202E']")).toHaveCount(1);
  await hint.getByRole("button", { name: "Fill it in" }).click();
  await expect(yours(page).getByLabel("Amount in dollars")).toHaveValue("1250.5");
  await expect(yours(page).getByLabel("Reason")).toHaveValue(reason);
  await expectNoScroll(page, "width");
  await succeed("cancelQuestion", "admin", { id });

  const approval = () => ask({ request_data: { message: `May I promise ${dock} ten more days?` } });
  await answered(
    approval,
    Array.from({ length: 3 }, () => ({ approved: true })),
  );
  const open = await approval();
  await openQuestion(page, open);
  await expect(yours(page).getByRole("button", { name: "Yes" })).toBeEnabled();
  await expect(hint).toHaveCount(0);
  await succeed("cancelQuestion", "admin", { id: open.id });
});
