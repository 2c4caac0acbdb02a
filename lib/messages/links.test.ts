import { afterAll, describe, expect, test } from "vitest";
import postgres from "postgres";
import { sqlState } from "@/db/testing/rows";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { confirmLink, findLinkedPerson, offerLink, readLinkCode, readLinks, removeLink } from "./links";
import { useMessages } from "./testing/use-messages";

const messaging = await useMessages();
const { world, owner, pass } = messaging;
const { gateway, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const accountId = await messaging.openAccount();
const ana = { ...world.approver, via: "session" } as const;
const adam = { ...world.admin, via: "session" } as const;
const user = (externalUserId: string) => ({ tenantId, accountId, externalUserId, label: "ana.b" });
const offer = (externalUserId = "U1") => offerLink(user(externalUserId), gateway);
const linked = async (externalUserId: string) =>
  (await findLinkedPerson(user(externalUserId), gateway))?.userId ?? null;

describe("a code", () => {
  test("names its user before it is confirmed, links once, and changes nothing by being read", async () => {
    const code = await offer();
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(await readLinkCode(ana, code, gateway)).toMatchObject({ externalLabel: "ana.b", kind: "slack" });
    expect(await linked("U1")).toBeNull();
    await confirmLink(ana, code, gateway);
    expect(await linked("U1")).toBe(ana.userId);
    await expectRefusal(confirmLink(adam, code, gateway), "not_found");
    expect(await linked("U1")).toBe(ana.userId);
    const rows = await owner`SELECT code_hash FROM channel_link_codes`;
    expect(JSON.stringify(rows)).not.toContain(code);
  });
  test("is confirmed by one of two who try at once", async () => {
    const code = await offer("U2");
    const tries = await Promise.allSettled([
      confirmLink(ana, code, gateway),
      confirmLink(adam, code, gateway),
    ]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
  test("is over after ten minutes, is no other company's, and needs a session", async () => {
    const code = await offer("U3");
    const other = await world.addTenant();
    const theirs = { ...(await other.person("Theirs", "approver")), via: "session" } as const;
    await expectRefusal(confirmLink(theirs, code, gateway), "not_found");
    await expectRefusal(confirmLink({ ...ana, via: "token" }, code, gateway), "session_required");
    pass(601);
    await expectRefusal(readLinkCode(ana, code, gateway), "not_found");
    await expectRefusal(confirmLink(ana, code, gateway), "not_found");
    expect(await linked("U3")).toBeNull();
  });
});

describe("a link", () => {
  test("takes the place of earlier ones of either end", async () => {
    await confirmLink(ana, await offer("U4"), gateway);
    await confirmLink(ana, await offer("U5"), gateway);
    expect([await linked("U4"), await linked("U5")]).toEqual([null, ana.userId]);
    await confirmLink(adam, await offer("U5"), gateway);
    expect(await linked("U5")).toBe(adam.userId);
    expect(await readLinks(ana, gateway)).toEqual([]);
  });
  test("is ended by its own person alone, and stays ended, also by the database's role", async () => {
    await confirmLink(ana, await offer("U6"), gateway);
    const [own] = await readLinks(ana, gateway);
    await expectRefusal(removeLink(adam, own!.id, gateway), "not_found");
    await removeLink(ana, own!.id, gateway);
    expect(await linked("U6")).toBeNull();
    const revive = app.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      await tx`UPDATE channel_links SET ended_at = NULL, ended_by_label = NULL WHERE id = ${own!.id}`;
    });
    expect(await sqlState(revive)).toBe("CS002");
  });
  test("that the database's role copies or writes makes nobody a person of ours", async () => {
    await confirmLink(ana, await offer("U7"), gateway);
    await app.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      const [own] =
        await tx`SELECT id, seal FROM channel_links WHERE external_user_id = 'U7' AND ended_at IS NULL`;
      await tx`UPDATE channel_links SET ended_at = now(), ended_by_label = 'x' WHERE id = ${own!.id}`;
      await tx`
        INSERT INTO channel_links (tenant_id, account_id, external_user_id, external_label, user_id, linked_at)
        SELECT tenant_id, account_id, external_user_id, external_label, user_id, linked_at FROM channel_links
        WHERE id = ${own!.id}`;
      await tx`UPDATE channel_links SET seal = ${own!.seal} WHERE external_user_id = 'U7' AND ended_at IS NULL`;
    });
    expect(await linked("U7")).toBeNull();
  });
  test("of somebody who was removed names nobody, and their role is as it is now", async () => {
    const otto = { ...(await world.home.person("Otto", "approver")), via: "session" } as const;
    await confirmLink(otto, await offer("U8"), gateway);
    expect(await findLinkedPerson(user("U8"), gateway)).toMatchObject({ role: "approver", name: "Otto" });
    await owner`UPDATE memberships SET role = 'admin' WHERE user_id = ${otto.userId}`;
    expect(await findLinkedPerson(user("U8"), gateway)).toMatchObject({ role: "viewer" });
    await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${otto.userId}`;
    expect(await linked("U8")).toBeNull();
  });
});
