import { randomUUID } from "node:crypto";
import { setTotpSecret } from "@/db/seed/tenant";
import { newTotpSecret, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import type { AddedPerson } from "@/lib/contract/people/people";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { type Company, foundCompany } from "@/lib/gateway/access/found-company";
import { SESSION_COOKIE, proveSessions, sendInSession } from "@/scripts/smoke/signed-in";
import { type As, call, succeed } from "../support/http/call";
import { database } from "../support/database";
import { type Answer, expectStatus, send } from "../support/http/request";
import { installation, useStorageKey } from "../support/installation";
import { browserHeadersOf } from "../support/people/people";
import { proposeCriticalForTwo } from "../support/proposals/proposals";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { codeOf } from "../support/people/second-factor";
import { expect, test } from "../support/test";

/** L5 over $100,000 needs two people: whoever an administrator makes, or leaves behind, is not the second one. Over HTTP. */

interface Voter {
  userId: number;
  token: string;
  totpSecret: string;
}

interface Home {
  company: Company;
  noor: Voter & { email: string; password: string };
  ben: Voter;
  agent: As;
}

async function found(): Promise<Home> {
  useStorageKey();
  const slug = `voters-${randomUUID().slice(0, 8)}`;
  const company = await foundCompany(database(), { slug, name: "Two Voters", foundedBy: "test" });
  const add = async (name: string, role: "admin" | "approver") => {
    const [totpSecret, password] = [newTotpSecret(), randomUUID()];
    const person = await company.addPerson({ name, role, password, totpSecret });
    return { ...person, password, totpSecret, token: await company.addToken(person) };
  };
  const { key: token } = await company.addAgent({ name: "their-agent" });
  return {
    company,
    noor: await add("Noor Haddad", "admin"),
    ben: await add("Ben Adler", "approver"),
    agent: { token },
  };
}

/** In a session of Noor's, with a step-up where one is asked for. */
async function asNoor({ noor }: Home, path: string, body: object): Promise<Answer> {
  const { cookie } = await browserHeadersOf(noor);
  await proveSessions(database(), noor.email);
  const session = {
    url: installation().url,
    owner: database(),
    cookie: cookie.slice(SESSION_COOKIE.length + 1),
  };
  return sendInSession(session, (headers) => send(path, { method: "POST", headers, body }));
}

/** Somebody whom Noor adds, whose link she redeems, and who has an authenticator app and a token: a day later. */
async function makePuppet(home: Home): Promise<Voter> {
  const input = { name: "Sock", email: `sock-${randomUUID().slice(0, 8)}@voters.example`, role: "approver" };
  const { person, password_link } = expectStatus<AddedPerson>(await asNoor(home, "/api/people", input), 201);
  expect(person).toMatchObject({ role: "approver", pending_role: null });
  const body = { token: password_link!.link.split("#")[1], password: randomUUID() };
  expectStatus(await send("/api/account/password-link", { method: "POST", body }), 200);
  const totpSecret = newTotpSecret();
  await setTotpSecret(database(), person.id, sealTotpSecret(person.id, totpSecret));
  await database()`
    UPDATE memberships SET in_office_since = in_office_since - interval '25 hours' WHERE user_id = ${person.id}`;
  const token = await home.company.addToken({ userId: person.id });
  return { userId: person.id, totpSecret, token };
}

const proposeForTwo = async ({ agent }: Home): Promise<ProposalView> => {
  const proposal = await proposeCriticalForTwo({ as: agent });
  expect(proposal).toMatchObject({ risk_level: 5, required_approvals: 2 });
  return proposal;
};

async function approve({ token, totpSecret }: Voter, { id, payload_hash }: ProposalView): Promise<Answer> {
  const minted = await succeed(
    "issueEditToken",
    { token },
    {
      action_id: id,
      payload_hash,
      decision: "approve",
      typed_reference: "Northgate Grocers",
      factor: { type: "totp", code: codeOf(totpSecret) },
    },
  );
  const { edit_token } = minted;
  return call(
    "decideAction",
    { token },
    { id, payload_hash, decision: "approve", confirmed: true, edit_token },
  );
}

test("a sock puppet is no second voter beside whoever made it; a colleague is", async () => {
  const home = await found();
  const puppet = await makePuppet(home);
  const proposal = await proposeForTwo(home);
  expect(expectStatus(await approve(home.noor, proposal), 200)).toMatchObject({ outcome: "vote_recorded" });
  expectProblem(await approve(puppet, proposal), "not_independent");
  expect(expectStatus(await approve(home.ben, proposal), 200)).toMatchObject({ outcome: "claimed" });
});

test("nor is it once the colleagues are revoked; and one who is restored counts after a day", async () => {
  const home = await found();
  const puppet = await makePuppet(home);
  const proposal = await proposeForTwo(home);
  expectStatus(await asNoor(home, `/api/people/${home.ben.userId}/revoke`, {}), 200);
  expect(expectStatus(await approve(puppet, proposal), 200)).toMatchObject({ outcome: "vote_recorded" });
  expectProblem(await approve(home.noor, proposal), "not_independent");
  expectStatus(await asNoor(home, `/api/people/${home.ben.userId}/restore`, {}), 200);
  const token = await home.company.addToken(home.ben);
  await expectNothingWritten(async () => {
    const { id, payload_hash } = proposal;
    const plain = { id, payload_hash, decision: "approve", confirmed: true } as const;
    expectProblem(await call("decideAction", { token }, plain), "new_in_office");
  });
});

test("a colleague whose password and authenticator one voter replaced is no second voter beside them, a day later either", async () => {
  const home = await found();
  const { userId } = home.ben;
  expectStatus(await asNoor(home, `/api/people/${userId}/reset-second-factor`, {}), 200);
  await setTotpSecret(database(), userId, sealTotpSecret(userId, home.ben.totpSecret));
  await database()`
    UPDATE memberships SET recovered_at = recovered_at - interval '25 hours' WHERE user_id = ${userId}`;
  const proposal = await proposeForTwo(home);
  expect(expectStatus(await approve(home.noor, proposal), 200)).toMatchObject({ outcome: "vote_recorded" });
  expectProblem(await approve(home.ben, proposal), "not_independent");
});
