import { expect, test } from "vitest";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { attachmentStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { world, owner, admin, publish, start, workOff } = runs;

const attaching = (name: string, approval: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
${attachmentStep({ to: `Photo of ${name}`, more: approval })}`;

async function proposedBy(name: string, approval: string) {
  await publish(attaching(name, approval));
  const { id } = await start(name);
  await workOff();
  const [action] = await owner<{ status: string; risk_level: number; required_approvals: number }[]>`
    SELECT status, risk_level, required_approvals FROM proposed_actions WHERE conversation_ref = ${`run ${id}, step note`}`;
  return action;
}

test("a standing authorisation takes the place of one person, and not of the two for whom a step's text asks", async () => {
  await signForNotes(world, admin);
  expect(await proposedBy("alone", "")).toMatchObject({ risk_level: 1, status: "approved" });
  expect(await proposedBy("by-two", "    approval: { two_person: true }")).toMatchObject({
    risk_level: 1,
    status: "pending",
    required_approvals: 2,
  });
});
