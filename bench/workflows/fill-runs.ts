import type { OwnerSql } from "@/db/client";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { foundCompany } from "@/lib/gateway/access/found-company";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { publishWorkflow } from "@/lib/runtime/versions/publish-version";
import { storeVersion } from "@/lib/runtime/versions/store-version";
import { startRun } from "@/lib/runtime/runs/start-run";

/** Steps of one run, side by side, which do nothing. */
export const STEPS_OF_A_RUN = 20;

const steps = Array.from(
  { length: STEPS_OF_A_RUN },
  (_, n) => `  - { id: s${n}, needs: [], tool: transform, with: { value: ${n} } }`,
);
const nothing = `workflow: nothing\nsteps:\n${steps.join("\n")}`;

/** A tenant with one workflow in force whose steps do nothing. */
export const openTenant = (owner: OwnerSql, gateway: Gateway, slug: string): Promise<Person> =>
  openTenantWith(nothing, { owner, gateway, slug });

interface TenantOptions {
  owner: OwnerSql;
  gateway: Gateway;
  slug: string;
}

/** A tenant with one workflow in force. */
export async function openTenantWith(
  source: string,
  { owner, gateway, slug }: TenantOptions,
): Promise<Person> {
  const company = await foundCompany(owner, { slug, name: slug, foundedBy: "bench" });
  const person = await company.addPerson({ name: "Ana", role: "admin" });
  const { version } = await storeVersion(person, { source }, gateway);
  const by = await steppedUp(owner, person, "publish_workflow", version.hash);
  const request = { id: version.id, version_id: version.version_id, note: "bench", base_publication: 0 };
  await publishWorkflow(by, request, gateway);
  await owner`
    UPDATE run_lanes SET max_runs_per_min = 10000, max_concurrency = 1000 WHERE tenant_id = ${person.tenantId}`;
  return person;
}

export async function startRuns(person: Person, count: number, gateway: Gateway): Promise<void> {
  for (let n = 0; n < count; n += 1) await startRun(person, { workflow: "nothing", inputs: {} }, gateway);
}

/** Copies the newest run's first step until so many of the tenant's steps are ready, for the lease alone. */
export const fillReady = (owner: OwnerSql, { tenantId }: Person, count: number) => owner`
  INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, leasable,
    attempts_max, next_eligible_at)
  SELECT s.tenant_id, s.run_id, s.workflow_id, 'f' || n, n, 'single', 'transform', s.run_id || ':f' || n, true, 5,
    clock_timestamp() - make_interval(secs => ${count} - n)
  FROM (SELECT * FROM steps WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT 1) s, generate_series(1, ${count}) AS n`;
