import { generateSync } from "otplib";
import { describe, expect, test } from "vitest";
import { newTotpSecret, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import { newAuthenticator } from "@/lib/auth/testing/software-authenticator";
import type { PasskeyAbout, PasskeySignature } from "@/lib/contract/people/passkeys";
import type { Person } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { inSession } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { issueEditToken } from "@/lib/gateway/decide/issue-edit-token";
import {
  PASSKEYS_MAX,
  addPasskey,
  askPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
} from "./account/passkeys";
import { beginStepUp, proveSession } from "./step-up/begin-step-up";

// Before anything reads the environment: passkeys belong to an address.
const ORIGIN = "https://countersign.example.com";
process.env.NEXTAUTH_URL = ORIGIN;

let now = new Date();
const world = await useWorld({ gateway: { clock: { now: () => now } } });
const { gateway, owner, home } = world;

interface Keyholder {
  person: Person & { sessionId: number };
  /** A code that was not used. */
  nextCode(): string;
  setApp(): Promise<void>;
}

async function keyholder(role: "approver" | "admin" = "admin"): Promise<Keyholder> {
  const person = await inSession(owner, await home.person(`Key ${Math.random()}`, role));
  let secret = "";
  const setApp = async () => {
    secret = newTotpSecret();
    const sealed = sealTotpSecret(person.userId, secret);
    await owner`UPDATE users SET totp_secret_encrypted = ${sealed} WHERE id = ${person.userId}`;
  };
  await setApp();
  const nextCode = () => {
    now = new Date(now.getTime() + 60_000);
    return generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) });
  };
  return { person, nextCode, setApp };
}

async function withPasskey(holder?: Keyholder) {
  const { person, nextCode, setApp } = holder ?? (await keyholder());
  const authenticator = newAuthenticator(ORIGIN);
  const passkey = authenticator.create(await beginPasskey(person, gateway));
  const kept = await addPasskey(person, { label: "Laptop", passkey, code: nextCode() }, gateway);
  return { person, nextCode, setApp, authenticator, kept };
}

const SESSION = { kind: "session" } as const;
const STEP = { kind: "step", purpose: "release_switch", subject: "ns_writes" } as const;
const asFactor = (signature: PasskeySignature) => ({ type: "passkey", signature }) as const;

describe("a passkey", () => {
  test("is added by a code of the authenticator app, proves a session and a step, and stands in the ledger", async () => {
    const { person, authenticator, kept } = await withPasskey();
    expect(kept).toMatchObject({
      available: true,
      items: [{ label: "Laptop", counts: true, used_at: null }],
    });
    const ofSession = authenticator.sign(await askPasskey(person, SESSION, gateway));
    await proveSession(person, asFactor(ofSession), gateway);
    const ofStep = authenticator.sign(await askPasskey(person, STEP, gateway));
    const { kind: _, ...step } = STEP;
    const minted = await beginStepUp(person, { ...step, factor: asFactor(ofStep) }, gateway);
    expect(minted.step_up_token).toMatch(/^csu_/);
    expect((await readPasskeys(person, gateway)).items[0]!.used_at).not.toBeNull();
    expect(await ownEvents(person)).toEqual(["person.passkey_added"]);
    await removePasskey(person, kept.items[0]!.id, gateway);
    expect(await ownEvents(person)).toEqual(["person.passkey_added", "person.passkey_removed"]);
  });

  test("decides an L5 with what was typed, for this action, payload and decision alone", async () => {
    const { person, authenticator } = await withPasskey(await keyholder("approver"));
    const { proposal } = await world.propose(proposals.creditRevoke());
    expect(proposal.risk_level).toBe(5);
    const { proposal: other } = await world.propose(proposals.creditRevoke());
    const about = (over: object = {}) =>
      ({
        kind: "decision",
        action_id: proposal.id,
        payload_hash: proposal.payload_hash,
        decision: "approve",
        ...over,
      }) as PasskeyAbout;
    const mint = (signature: PasskeySignature) =>
      issueEditToken(
        person,
        {
          action_id: proposal.id,
          payload_hash: proposal.payload_hash,
          decision: "approve",
          typed_reference: proposals.creditRevoke().entity_ref,
          factor: asFactor(signature),
        },
        gateway,
      );
    for (const wrong of [{ action_id: other.id }, { payload_hash: "0".repeat(64) }, { decision: "reject" }])
      await expectRefusal(
        mint(authenticator.sign(await askPasskey(person, about(wrong), gateway))),
        "step_up_failed",
      );
    await expectRefusal(
      mint(authenticator.sign(await askPasskey(person, SESSION, gateway))),
      "step_up_failed",
    );
    const { edit_token } = await mint(authenticator.sign(await askPasskey(person, about(), gateway)));
    await world.decide(person, proposal, { editToken: edit_token, channel: "page" });
    expect(await world.statusOf(proposal.id)).toBe("approved");
  });

  test("signs once, also of two who send the same signature at once", async () => {
    const { person, authenticator } = await withPasskey();
    const factor = asFactor(authenticator.sign(await askPasskey(person, SESSION, gateway)));
    const sent = await Promise.allSettled(
      Array.from({ length: 10 }, () => proveSession(person, factor, gateway)),
    );
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expectRefusal(proveSession(person, factor, gateway), "step_up_failed");
  });

  test("counts within five minutes and in the session that was asked", async () => {
    const { person, authenticator } = await withPasskey();
    const late = asFactor(authenticator.sign(await askPasskey(person, SESSION, gateway)));
    await owner`UPDATE passkey_challenges SET expires_at = clock_timestamp() WHERE user_id = ${person.userId}`;
    await expectRefusal(proveSession(person, late, gateway), "step_up_failed");
    const mine = asFactor(authenticator.sign(await askPasskey(person, SESSION, gateway)));
    await expectRefusal(proveSession(await inSession(owner, person), mine, gateway), "step_up_failed");
    await proveSession(person, mine, gateway);
  });

  test.each([
    ["without its user verified", { verified: false }],
    ["on another origin", { origin: "https://countersign.example.com.evil.test" }],
    ["for another site", { rpId: "evil.test" }],
    ["over a challenge of its own", { challenge: "AAAA" }],
  ])("proves nothing %s", async (_, manner) => {
    const { person, authenticator } = await withPasskey();
    const signature = authenticator.sign(await askPasskey(person, SESSION, gateway), manner);
    await expectRefusal(proveSession(person, asFactor(signature), gateway), "step_up_failed");
  });

  test("proves nothing with a signature, data or an id of somebody else's", async () => {
    const mine = await withPasskey();
    const theirs = await withPasskey();
    const ask = () => askPasskey(mine.person, SESSION, gateway);
    const good = mine.authenticator.sign(await ask());
    const bad = theirs.authenticator.sign(await ask());
    const { signature } = bad.response;
    for (const forged of [
      bad,
      { ...bad, id: good.id, rawId: good.id },
      { ...good, response: { ...good.response, signature } },
    ])
      await expectRefusal(proveSession(mine.person, asFactor(forged), gateway), "step_up_failed");
    await proveSession(mine.person, asFactor(good), gateway);
  });

  test("whose count does not grow is a copy, and proves nothing", async () => {
    const { person, authenticator } = await withPasskey();
    const sign = async (signatures: number) =>
      proveSession(
        person,
        asFactor(authenticator.sign(await askPasskey(person, SESSION, gateway), { signatures })),
        gateway,
      );
    await sign(7);
    for (const seen of [7, 6, 0]) await expectRefusal(sign(seen), "step_up_failed");
    await sign(8);
  });

  test("that was removed proves nothing, does not come back, and is not added again", async () => {
    const { person, authenticator, kept, nextCode } = await withPasskey();
    const asked = await askPasskey(person, SESSION, gateway);
    const { id } = kept.items[0]!;
    expect((await removePasskey(person, id, gateway)).items).toEqual([]);
    await expectRefusal(proveSession(person, asFactor(authenticator.sign(asked)), gateway), "step_up_failed");
    await expectRefusal(askPasskey(person, SESSION, gateway), "step_up_failed");
    await expectRefusal(removePasskey(person, id, gateway), "not_found");
    await expect(owner`UPDATE passkeys SET removed_at = NULL WHERE id = ${id}`).rejects.toThrow(
      "stays ended",
    );
    const again = authenticator.create(await beginPasskey(person, gateway));
    await expectRefusal(
      addPasskey(person, { label: "Again", passkey: again, code: nextCode() }, gateway),
      "already_exists",
    );
  });

  test("ends with the authenticator app beside which it was added", async () => {
    const { person, authenticator, setApp } = await withPasskey();
    const asked = await askPasskey(person, SESSION, gateway);
    await setApp();
    expect((await readPasskeys(person, gateway)).items).toMatchObject([{ counts: false }]);
    await expectRefusal(proveSession(person, asFactor(authenticator.sign(asked)), gateway), "step_up_failed");
    await expectRefusal(askPasskey(person, SESSION, gateway), "step_up_failed");
  });

  test("written past the app, or copied from somebody else, proves nothing", async () => {
    const { person } = await withPasskey();
    const stranger = await withPasskey();
    await owner`
      INSERT INTO passkeys (tenant_id, user_id, credential_id, sealed, label)
      SELECT tenant_id, ${person.userId}, credential_id || 'x', sealed, 'Copied' FROM passkeys
      WHERE user_id = ${stranger.person.userId}`;
    const { items } = await readPasskeys(person, gateway);
    expect(items.map(({ label, counts }) => [label, counts])).toEqual([
      ["Copied", false],
      ["Laptop", true],
    ]);
  });
});

describe("nobody adds one", () => {
  test("with a token, without an authenticator app, or without its code", async () => {
    const { person, nextCode } = await keyholder();
    const authenticator = newAuthenticator(ORIGIN);
    const options = await beginPasskey(person, gateway);
    const passkey = authenticator.create(options);
    const { sessionId: _, ...withToken } = person;
    await expectRefusal(beginPasskey(withToken, gateway), "session_required");
    await expectRefusal(
      addPasskey(withToken, { label: "x", passkey, code: nextCode() }, gateway),
      "session_required",
    );
    await expectRefusal(
      addPasskey(person, { label: "x", passkey, code: "000000" }, gateway),
      "step_up_failed",
    );
    const bare = await inSession(owner, await home.person("Bare", "approver"));
    await expectRefusal(beginPasskey(bare, gateway), "step_up_failed");
    expect((await readPasskeys(person, gateway)).items).toEqual([]);
  });

  test("made for another session, another site, twice, or without its user verified", async () => {
    const { person, nextCode } = await keyholder();
    const add = (passkey: ReturnType<ReturnType<typeof newAuthenticator>["create"]>, by = person) =>
      addPasskey(by, { label: "x", passkey, code: nextCode() }, gateway);
    const make = async (manner: object = {}) =>
      newAuthenticator(ORIGIN).create(await beginPasskey(person, gateway), manner);
    for (const manner of [
      { verified: false },
      { origin: "https://evil.test" },
      { rpId: "evil.test" },
      { challenge: "AAAA" },
    ])
      await expectRefusal(add(await make(manner)), "validation_failed");
    await expectRefusal(add(await make(), await inSession(owner, person)), "validation_failed");
    const once = await make();
    await add(once);
    await expectRefusal(add(once), "validation_failed");
  });

  test("beyond the twentieth, and unanswered prompts end at thirty", async () => {
    const holder = await keyholder();
    for (let count = 0; count < PASSKEYS_MAX; count += 1) await withPasskey(holder);
    await expectRefusal(withPasskey(holder), "validation_failed");
    let asked = 0;
    const ask = async () => void (await askPasskey(holder.person, SESSION, gateway), (asked += 1));
    await expectRefusal(askOn(ask), "rate_limited");
    // The twenty-first is one of the thirty: its prompt was answered, and not taken.
    expect(asked).toBe(29);
  });
});

async function askOn(ask: () => Promise<void>): Promise<never> {
  for (;;) await ask();
}

async function ownEvents({ userId }: Person): Promise<string[]> {
  const rows = await owner<{ event_type: string }[]>`
    SELECT event_type FROM events WHERE entity_type = 'person' AND entity_id = ${userId}
      AND event_type LIKE 'person.passkey%' ORDER BY seq`;
  return rows.map(({ event_type: type }) => type);
}
