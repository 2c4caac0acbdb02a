import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { answer } from "@/lib/interactions/answer";
import { readInteractions } from "@/lib/interactions/read";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const source = readFileSync(new URL("../../../workflows/overdue-receivables.yaml", import.meta.url), "utf8");
const { owner, gateway, approver, publish, start, workOff, look } = await useRuns();

test("the shipped workflow asks about each overdue customer, and drafts the letter that a person chose", async () => {
  await publish(source);
  const { id } = await start("overdue-receivables", { inputs: { from: "10000" } });
  await workOff();
  const { items } = await readInteractions(approver, { limit: 50 }, gateway);
  const about = (name: string) => items.find(({ message }) => message!.startsWith(name))!;
  expect(items).toHaveLength(2);
  expect(about("Halvorsen Markets").message).toBe(
    "Halvorsen Markets owes $38,900.00 past its due date, of $71,350.00 in all. Which letter do we draft, and to whom?",
  );
  const say = (name: string, response: unknown) =>
    answer(approver, { id: about(name).id, response }, gateway);
  await say("Halvorsen Markets", { letter: "last reminder", to: "ap@halvorsen.example" });
  await say("Granite Peak", { letter: "none" });
  await workOff();
  const run = await look(id);
  expect(stepsOf(run).filter((step) => step.startsWith("draft."))).toEqual(
    expect.arrayContaining([expect.stringMatching(/waiting_approval$/), expect.stringMatching(/skipped$/)]),
  );
  const [draft] = await owner`
    SELECT payload_json AS payload, reason FROM proposed_actions WHERE action_type = 'email_draft'`;
  expect(draft!.payload).toMatchObject({ entity_ref: "Halvorsen Markets" });
  expect(JSON.stringify(draft!.payload)).toContain("Last reminder: overdue invoices");
  expect(JSON.stringify(draft!.payload)).toContain("$38,900.00 of your account is past its due date.");
  expect(draft!.reason).toBe(`${approver.name} chose the last reminder.`);
});
