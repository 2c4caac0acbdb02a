import postgres from "postgres";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { sealRules } from "@/lib/gateway/rules/seal-rules";
import { readStandingAuthorisations } from "@/lib/gateway/rules/standing-authorisations";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { log } from "@/lib/log";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";

/** The app's database role alone signs nothing under which the app approves by itself. */

const world = await useWorld();
const { owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
let admin: Person;
let agent: AgentPrincipal;
beforeEach(async () => {
  const tenant = await world.addTenant();
  admin = await tenant.person("Signe", "admin");
  agent = await tenant.agent("agent");
});

const asApp = <T>(work: (tx: postgres.TransactionSql) => Promise<T>, tenantId = admin.tenantId): Promise<T> =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    return work(tx);
  }) as Promise<T>;
/** As whoever holds the role: the function believes the actor that it is given. */
const signBySql = (perDayMax = 1_000, days = 30) =>
  asApp(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      SELECT sign_standing_authorisation('{note_attachment}', ${perDayMax}, ${days}, ${admin.userId}) AS id`;
    return Number(row!.id);
  });
const sealOf = async (id: number) =>
  (await owner`SELECT seal FROM standing_authorisations WHERE id = ${id}`)[0]!.seal as string | null;
const storeSeal = (id: number, seal: string | null) =>
  asApp((tx) => tx`UPDATE standing_authorisations SET seal = ${seal} WHERE id = ${id}`);
const statusOf = async () => (await world.propose(proposals.noteAttachment(), agent)).proposal.status;
const listed = async () => (await readStandingAuthorisations(admin, world.gateway)).items;

test("signed by SQL in an administrator's name: nothing goes without a tap, and the page and the log say what it is", async () => {
  const id = await signBySql();
  const errors = vi.spyOn(log, "error");
  expect(await statusOf()).toBe("pending");
  expect(errors).toHaveBeenCalledWith(
    { tenantId: admin.tenantId, id },
    expect.stringContaining("A standing authorisation without its seal counts for nothing"),
  );
  expect(await listed()).toEqual([expect.objectContaining({ id, live: false, genuine: false })]);
  await storeSeal(id, "0".repeat(64));
  expect(await statusOf()).toBe("pending");
});

test("beside forged ones, that one whose seal fits lets its types through", async () => {
  const forged = await signBySql();
  await storeSeal(forged, "0".repeat(64));
  await signForNotes(world, admin);
  expect(await statusOf()).toBe("approved");
  expect((await listed()).map(({ genuine, live }) => [genuine, live])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test("a seal fits its own row alone: neither a wider copy nor another company's row", async () => {
  const genuine = await signForNotes(world, admin, { perDayMax: 1 });
  const seal = await sealOf(genuine);
  expect(await statusOf()).toBe("approved");
  expect(await statusOf(), "the day's number is reached").toBe("pending");
  for (const copy of [await signBySql(1), await signBySql(1_000, 366)]) await storeSeal(copy, seal);
  expect(await statusOf()).toBe("pending");
  const other = await world.addTenant();
  const stranger = await signForNotes(world, await other.person("Sven", "admin"));
  await storeSeal(await signBySql(), await sealOf(stranger));
  expect(await statusOf()).toBe("pending");
});

test.each([
  "per_day_max = 5000",
  "expires_at = expires_at + interval '1 year'",
  "action_types = '{note_attachment,email_draft}'",
  "signed_by_label = 'Somebody else'",
])("altered past every guard, it authorises nothing: %s", async (change) => {
  const id = await signForNotes(world, admin);
  expect(await statusOf()).toBe("approved");
  await pastEveryGuard(world.superuser, (tx) =>
    tx.unsafe(`UPDATE standing_authorisations SET ${change} WHERE id = ${id}`),
  );
  expect(await statusOf()).toBe("pending");
});

test("its signer is an administrator by the app's own word: the role alone brings none back", async () => {
  await signForNotes(world, admin);
  await owner`UPDATE memberships SET role_seal = NULL WHERE user_id = ${admin.userId}`;
  expect(await statusOf()).toBe("pending");
  expect(await listed()).toEqual([expect.objectContaining({ live: false, genuine: true })]);
});

test("those that were in force before the seals are sealed by the migration that brings them, and by no later one", async () => {
  const id = await signBySql();
  await owner.begin((tx) => sealRules(tx, ["0099_later.sql"]));
  expect(await statusOf()).toBe("pending");
  await owner.begin((tx) => sealRules(tx, ["0033_sealed_rules.sql"]));
  expect(await statusOf()).toBe("approved");
  expect(await listed()).toEqual([expect.objectContaining({ id, live: true, genuine: true })]);
});
