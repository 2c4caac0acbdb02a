import { readFileSync } from "node:fs";
import { expect, test, describe } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { sqlState } from "@/db/testing/rows";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { publishWorkflow, withdrawWorkflow } from "./publish-version";
import { compareVersions, readWorkflowVersion, readWorkflowVersions, readWorkflows } from "./read-workflows";
import { storeVersion } from "./store-version";
import { validateWorkflow } from "./validate-workflow";

const world = await useWorld();
const { gateway, owner } = world;
const shipped = readFileSync("workflows/bid-repricing.yaml", "utf8");
let companies = 0;

async function company() {
  companies += 1;
  const home = await world.addTenant();
  return {
    tenantId: home.tenantId,
    admin: await home.person("Boss", "admin"),
    viewer: await home.person("Vi", "viewer"),
  };
}
const store = (person: Person, source: string, workspace?: string) =>
  storeVersion(person, { source, workspace }, gateway);
const text = (name: string, more = "") =>
  `workflow: ${name}\nsteps: [{ id: hi, tool: transform, with: { value: Hi } }${more}]`;
const calling = (name: string, ...others: string[]) =>
  text(name, others.map((other, index) => `, { id: c${index}, call: ${other} }`).join(""));
/** Where `calling` names its first one. */
const callAt = "source:2:75";

async function publish(person: Person, stored: { id: number; version_id: number; hash: string }, base = 0) {
  const by = await steppedUp(owner, person, "publish_workflow", stored.hash);
  const { id, version_id } = stored;
  return publishWorkflow(by, { id, version_id, note: "why", base_publication: base }, gateway);
}
const publishNew = async (person: Person, source: string) =>
  publish(person, (await store(person, source)).version);

describe("a text that is stored", () => {
  test("becomes the workflow's next version, and the same meaning is the same version", async () => {
    const { admin } = await company();
    const first = await store(admin, shipped, "pricing");
    expect(first).toMatchObject({ created: true, version: { name: "bid-repricing", number: 1 } });
    const again = await store(admin, `# Only a comment more\n${shipped}`);
    expect(again).toEqual({ created: false, version: first.version });
    const second = await store(admin, shipped.replace("rows_max: 200", "rows_max: 100"));
    expect(second.version).toMatchObject({ id: first.version.id, number: 2 });
    expect((await readWorkflows(admin, gateway)).items).toMatchObject([
      {
        name: "bid-repricing",
        title: "Raise bids below their margin",
        workspace: "pricing",
        agent: { name: "workflow-bid-repricing" },
        versions: 2,
        latest: { number: 2 },
        publication: null,
      },
    ]);
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
  });
  test("with faults is refused whole, each fault with its line and column", async () => {
    const { admin } = await company();
    const refusal = await store(admin, shipped.replace("netsuite.search", "netsuite.serch")).catch(
      (e: unknown) => e,
    );
    expect(refusal).toMatchObject({
      code: "validation_failed",
      issues: [{ path: "source:18:11", message: expect.stringContaining("netsuite.search") }],
    });
    expect((await readWorkflows(admin, gateway)).items).toEqual([]);
  });
  test("stays in its workspace, is stored by administrators alone, and not under an agent's name", async () => {
    const { admin, viewer } = await company();
    await store(admin, text("hello"), "one");
    await expectRefusal(store(admin, text("hello"), "two"), "validation_failed");
    await expectRefusal(store(viewer, text("hello")), "not_allowed");
    await world.owner`UPDATE agents SET name = 'workflow-taken' WHERE name = 'workflow-hello' AND tenant_id = ${admin.tenantId}`;
    await expectRefusal(store(admin, text("taken")), "already_exists");
  });
  test("by twenty at once becomes one workflow and one version", async () => {
    const { admin } = await company();
    const stored = await Promise.all(Array.from({ length: 20 }, () => store(admin, text("hello"))));
    expect(stored.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(stored.map(({ version }) => version.version_id)).size).toBe(1);
  });
});

describe("a version", () => {
  test("is published in a session with a fresh factor for it, over the publication that was seen", async () => {
    const { admin, viewer } = await company();
    const { version } = await store(admin, text("hello"));
    const request = { id: version.id, version_id: version.version_id, note: "why", base_publication: 0 };
    await expectRefusal(publishWorkflow(admin, request, gateway), "session_required");
    await expectRefusal(publishWorkflow(viewer, request, gateway), "not_allowed");
    const forAnother = await steppedUp(owner, admin, "publish_workflow", "0".repeat(64));
    await expectRefusal(publishWorkflow(forAnother, request, gateway), "step_up_invalid");
    expect(await publish(admin, version)).toMatchObject({
      number: 1,
      version_number: 1,
      by: "Boss",
      genuine: true,
    });
    await expectRefusal(publish(admin, version), "changed");
    await expectRefusal(publish(admin, version, 1), "nothing_to_do");
    await expectRefusal(
      publish(admin, { ...version, version_id: version.version_id + 1_000 }, 1),
      "not_found",
    );
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
  });
  test("is withdrawn without a code, and an older one comes back by being published again", async () => {
    const { admin } = await company();
    const { version: first } = await store(admin, text("hello"));
    await publish(admin, first);
    const { version: second } = await store(admin, text("hello", ", { id: more, wait: 5s }"));
    await publish(admin, second, 1);
    const request = { id: first.id, note: "Wrong prices", base_publication: 2 };
    expect(await withdrawWorkflow(admin, request, gateway)).toMatchObject({ number: 3, version_id: null });
    await expectRefusal(
      withdrawWorkflow(admin, { ...request, base_publication: 3 }, gateway),
      "nothing_to_do",
    );
    await publish(admin, first, 3);
    const { items, publications } = await readWorkflowVersions(admin, { id: first.id }, gateway);
    expect(items.map(({ number, in_force }) => [number, in_force])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect(publications.map(({ number, version_number }) => [number, version_number])).toEqual([
      [4, 1],
      [3, null],
      [2, 2],
      [1, 1],
    ]);
  });
  test("is told apart from another line by line", async () => {
    const { admin } = await company();
    const { version } = await store(admin, shipped);
    await store(admin, shipped.replace("rows_max: 200", "rows_max: 100"));
    const diff = await compareVersions(admin, { id: version.id, from: 1, to: 2 }, gateway);
    expect(diff).toMatchObject({ from: 1, to: 2, added: 1, removed: 1 });
    expect(diff.lines.filter(({ kind }) => kind !== "same")).toEqual([
      { kind: "removed", from_line: 19, to_line: null, text: expect.stringContaining("rows_max: 200") },
      { kind: "added", from_line: null, to_line: 19, text: expect.stringContaining("rows_max: 100") },
    ]);
    expect((await readWorkflowVersion(admin, { id: version.id, number: 1 }, gateway)).source).toBe(shipped);
    expect(await compareVersions(admin, { id: version.id }, gateway)).toEqual(diff);
    expect((await readWorkflowVersion(admin, { id: version.id }, gateway)).number).toBe(2);
    await expectRefusal(compareVersions(admin, { id: version.id, from: 1, to: 3 }, gateway), "not_found");
  });
  test("of another tenant is not found, whatever is asked of it", async () => {
    const [{ admin }, { admin: stranger }] = [await company(), await company()];
    const { version } = await store(admin, text("hello"));
    await expectRefusal(publish(stranger, version), "not_found");
    await expectRefusal(readWorkflowVersions(stranger, { id: version.id }, gateway), "not_found");
    await expectRefusal(readWorkflowVersion(stranger, { id: version.id, number: 1 }, gateway), "not_found");
    expect((await readWorkflows(stranger, gateway)).items).toEqual([]);
  });
});

describe("calls", () => {
  test("name workflows in force, go five deep at most and never in a circle", async () => {
    const { admin } = await company();
    await publishNew(admin, text("e1"));
    for (let depth = 2; depth <= 5; depth += 1)
      await publishNew(admin, calling(`e${depth}`, `e${depth - 1}`));
    const tooDeep = await publishNew(admin, calling("e6", "e5")).catch((error: unknown) => error);
    expect(tooDeep).toMatchObject({
      code: "validation_failed",
      issues: [{ path: callAt }],
      publicMessage: "Calls go 5 deep at most: e6 → e5 → e4 → e3 → e2 → e1.",
    });
    const { version } = await store(admin, calling("e1", "e2"));
    await expect(publish(admin, version, 1)).rejects.toMatchObject({
      publicMessage: "These workflows call each other: e1 → e2 → e1. One of the calls must go.",
      issues: [{ path: callAt }],
    });
    const [code, ...more] = (await validateWorkflow(admin, calling("e6", "e5"), gateway)).warnings;
    expect([code, more]).toEqual([
      { line: 2, column: 75, code: "calls_too_deep", message: expect.any(String) },
      [],
    ]);
  });
  test("of a workflow that is not in force are named where they stand, as a warning and when it is published", async () => {
    const { admin } = await company();
    const source = `${text("a").replace("\nsteps", "\ntitle: Calls\nsteps").slice(0, -1)},\n  { id: b, call: nosuch }]\non_error: [{ id: c, call: neither }]`;
    const problems = [
      {
        line: 4,
        column: 18,
        code: "workflow_not_in_force",
        message: "nosuch, which a calls, is not in force: publish it first.",
      },
      {
        line: 5,
        column: 27,
        code: "workflow_not_in_force",
        message: "neither, which a calls, is not in force: publish it first.",
      },
    ];
    expect(await validateWorkflow(admin, source, gateway)).toMatchObject({
      ok: true,
      errors: [],
      warnings: problems,
    });
    expect(await publishNew(admin, source).catch((error: unknown) => error)).toMatchObject({
      code: "validation_failed",
      issues: [{ path: "source:4:18" }, { path: "source:5:27" }],
      members: { problems },
    });
  });
  test("of many workflows are looked up once each", async () => {
    const { admin } = await company();
    await publishNew(admin, text("leaf"));
    for (const level of [1, 2, 3])
      for (const side of ["a", "b", "c"])
        await publishNew(
          admin,
          level === 1
            ? calling(`${side}1`, "leaf")
            : calling(`${side}${level}`, ...["a", "b", "c"].map((one) => `${one}${level - 1}`)),
        );
    await expect(publishNew(admin, calling("root", "a3", "b3", "c3"))).resolves.toMatchObject({ number: 1 });
  });
});

describe("under every writer", () => {
  test("a version and a publication never change, and nobody gives one a definition that is not its hash's", async () => {
    const { admin } = await company();
    const { version } = await store(admin, text("hello"));
    await publish(admin, version);
    const immutable = "CS001";
    expect(
      await sqlState(owner`UPDATE workflow_versions SET source = 'x' WHERE id = ${version.version_id}`),
    ).toBe(immutable);
    expect(await sqlState(owner`DELETE FROM workflow_publications WHERE workflow_id = ${version.id}`)).toBe(
      immutable,
    );
    expect(
      await sqlState(
        owner`UPDATE workflow_publications SET version_id = NULL WHERE workflow_id = ${version.id}`,
      ),
    ).toBe(immutable);
    const forged = owner`
      INSERT INTO workflow_versions
        (tenant_id, workflow_id, number, hash, source, definition_text, created_by_user_id, created_by_label)
      SELECT tenant_id, workflow_id, 2, repeat('0', 64), source, definition_text, created_by_user_id, created_by_label
      FROM workflow_versions WHERE id = ${version.version_id}`;
    expect(await sqlState(forged)).toBe("23514");
  });
  test("a publication that was written past the app puts nothing in force, and is published over", async () => {
    const { admin } = await company();
    const { version } = await store(admin, text("hello"));
    await owner`
      INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
      VALUES (${admin.tenantId}, ${version.id}, 1, ${version.version_id}, 'why', ${admin.userId}, 'Boss', 'forged')`;
    const { items, workflow } = await readWorkflowVersions(admin, { id: version.id }, gateway);
    expect(items[0]).toMatchObject({ in_force: false });
    expect(workflow.publication).toMatchObject({ genuine: false });
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({
      intact: false,
      faults: [{ kind: "workflow_differs" }],
    });
    expect(await publish(admin, version, 1)).toMatchObject({ number: 2, genuine: true });
  });
});
