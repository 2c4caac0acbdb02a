import { expect, test } from "vitest";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { tidyRunsOf } from "./tidy-runs";

const runs = await useRuns();
const { gateway, tenantId, publish, start, look } = runs;

/** As the database's owner may, past every guard. */
const write = (statement: string, ids: number[]) =>
  runs.superuserOf().begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(statement, [ids]);
  });

test("a run that cannot end keeps no other from its end", async () => {
  await publish(`workflow: late
steps: [{ id: hi, tool: transform, with: { value: 1 } }]`);
  const [broken, other] = [await start("late"), await start("late")].map(({ id }) => id) as [number, number];
  await write("UPDATE runs SET deadline_at = created_at WHERE id = ANY ($1)", [broken, other]);
  // No event may hold so long a text.
  await write("UPDATE runs SET cancel_requested_by = repeat('x', 200000) WHERE id = ANY ($1)", [broken]);
  await tidyRunsOf(tenantId, gateway);
  expect(await look(broken)).toMatchObject({ status: "queued" });
  expect(await look(other)).toMatchObject({
    status: "failed_terminal",
    error: { message: "The run's deadline has passed." },
  });
});
