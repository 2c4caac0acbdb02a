import { describe, expect, test } from "vitest";
import { sqlState } from "@/db/testing/rows";
import { twoSteps } from "@/lib/runtime/testing/two-steps";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { world, owner, publish, start } = runs;

describe("under every writer", () => {
  test.each(["app", "owner"] as const)(
    "as %s: a run succeeded if, and only if, every step of it did",
    async (role) => {
      await publish(twoSteps(`iff-${role}`));
      const { id } = await start(`iff-${role}`);
      const sql = role === "owner" ? owner : world.db.database.sql;
      const change = (...statements: string[]) =>
        sqlState(
          sql.begin(async (tx) => {
            await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
            for (const statement of statements) await tx.unsafe(statement);
          }),
        );
      const illegal = "CS002";
      const succeed = (where: string) => [
        `SELECT set_config('app.tenant_id', '${world.tenantId}', true)`,
        `UPDATE steps SET status = 'succeeded', lease_owner = NULL, lease_expires_at = NULL, ended_at = now() WHERE run_id = ${id} AND ${where}`,
      ];
      expect(
        await change(
          `UPDATE runs SET status = 'running' WHERE id = ${id}`,
          `UPDATE runs SET status = 'succeeded', ended_at = now() WHERE id = ${id}`,
        ),
      ).toBe(illegal);
      await owner`UPDATE steps SET status = 'running', attempt = attempt + 1, lease_owner = 'x', lease_expires_at = now() + interval '1 h' WHERE run_id = ${id}`;
      expect(await change(...succeed("step_id = 'first'"))).toBeNull();
      expect(await change(...succeed("step_id = 'second'"))).toBe(illegal);
      expect(
        await change(
          `UPDATE runs SET status = 'running' WHERE id = ${id}`,
          ...succeed("step_id = 'second'"),
          `UPDATE runs SET status = 'succeeded', ended_at = now() WHERE id = ${id}`,
        ),
      ).toBeNull();
      const insert = `INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, attempts_max)
      SELECT tenant_id, id, workflow_id, 'late', 2, 'single', 'transform', 'late-${id}', 1 FROM runs WHERE id = ${id}`;
      expect(await change(insert)).toBe(illegal);
      await owner`UPDATE run_lanes SET running = 0`;
      await owner`UPDATE workflow_lanes SET running = 0`;
    },
  );
  test("the app's role leases no step by itself, and changes none that has ended", async () => {
    const { id } = await runs.follow(twoSteps("ended"));
    const asApp = (statement: string) =>
      sqlState(
        world.db.database.sql.begin(async (tx) => {
          await tx`SELECT set_config('app.tenant_id', ${String(world.tenantId)}, true)`;
          await tx.unsafe(statement);
        }),
      );
    expect(await asApp(`UPDATE steps SET output_json = '{}' WHERE run_id = ${id}`)).toBe("CS001");
    expect(await asApp(`UPDATE runs SET error_message = 'x' WHERE id = ${id}`)).toBe("CS001");
    await publish(twoSteps("mine"));
    const fresh = await start("mine");
    const lease =
      "status = 'running', attempt = attempt + 1, lease_owner = 'me', lease_expires_at = now() + interval '1 h'";
    expect(await asApp(`UPDATE steps SET ${lease} WHERE run_id = ${fresh.id}`)).toBe("CS001");
    expect(await asApp(`UPDATE steps SET step_id = 'x' WHERE run_id = ${fresh.id}`)).toBe("42501");
  });
});
