import { expect, test } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { readQuestionReach } from "./read-reach";
import { useQuestions } from "./testing/use-questions";

const { world, gateway, ask } = await useQuestions();

test("whom a question reached is read by whoever may know of it, and by nobody else", async () => {
  const id = await ask();
  for (const person of [world.approver, world.admin])
    expect(await readQuestionReach(person, id, gateway)).toMatchObject({ reached: [], planned_at: null });
  await expectRefusal(readQuestionReach(world.viewer, id, gateway), "not_found");
  await expectRefusal(readQuestionReach(world.admin, 999_999, gateway), "not_found");
});
