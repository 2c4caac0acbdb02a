/** This room identifies the caller: sign-in, second factor, session, tokens, and the guards of a request's origin. */

import {
  type StoredMembership,
  findAgentKey,
  findPersonalToken,
  findSession,
} from "@/db/queries/people/identity";
import { getDatabase } from "@/db/client";
import { PAGE_OWNER_HEADER, pageOwnerOf } from "@/lib/core/access/page-owner";
import { AppError } from "@/lib/core/errors";
import { type AgentPrincipal, type Person, mayAdminister } from "@/lib/core/access/principal";
import { getEnv } from "@/lib/env";
import { changesState, isSameOrigin } from "@/lib/auth/request/origin";
import { originRefused } from "@/lib/auth/request/origin-problem";
import { isProven } from "./proof-seal";
import { trustedRole } from "./role-seal";
import { readSessionCookie, sessionCookieOf } from "./session-cookie";
import { TOKEN_LENGTH_MAX, formsOf } from "./tokens";

/**
 * People are identified over the urgent connections, because one of them may come to stop the writes. Agents have the pool: their
 * requests never delay a person's.
 */

/**
 * The person behind a request, from `Authorization: Bearer <personal token>` or else from the session cookie.
 * Membership and role are read from the database every time, so a revocation takes effect at once.
 * @throws AppError unauthenticated 401, also for a page of ours that was rendered for somebody else or for another company;
 *   not_allowed 403 for an agent's key; origin_refused 403 for a state-changing request that carries a cookie but did not come
 *   from our own pages.
 */
export async function personFromRequest(request: Request): Promise<Person> {
  const bearer = bearerOf(request);
  if (bearer !== null) return personFromToken(bearer);
  const cookie = sessionCookieOf(request.headers.get("cookie"));
  if (cookie === null) throw notSignedIn();
  // Checked before the look-up, so that a forged request learns nothing about the cookie's owner.
  if (changesState(request.method)) assertSameOriginRequest(request);
  const person = await personFromSessionCookie(cookie);
  if (!person) throw notSignedIn();
  const owner = request.headers.get(PAGE_OWNER_HEADER);
  if (owner) assertPageOwner(person, owner);
  return person;
}

/**
 * The agent that the request's key belongs to.
 * @throws AppError unauthenticated 401; not_allowed 403 for a person's token.
 */
export async function agentFromRequest(request: Request): Promise<AgentPrincipal> {
  const bearer = bearerOf(request);
  if (bearer === null) throw noAgentKey();
  const { sql } = getDatabase();
  const agent = await findAgentKey(sql, formsOf("csa_", bearer));
  if (agent) return agent;
  if (await findPersonalToken(sql, formsOf("csp_", bearer))) {
    throw new AppError(
      "not_allowed",
      "This is for agents: a person's token cannot propose. Send an agent's key.",
    );
  }
  throw noAgentKey();
}

/** The person behind a session cookie. Null if the cookie is forged, expired or ended, or no membership is left. */
async function personFromSessionCookie(cookie: string): Promise<Person | null> {
  const [first] = await membershipsOfSessionCookie(cookie);
  return first ?? null;
}

/** That person in each of their tenants; the session's current tenant comes first. Empty: nobody is signed in. */
export async function membershipsOfSessionCookie(cookie: string): Promise<Person[]> {
  const claims = await readSessionCookie(cookie);
  if (!claims) return [];
  const { sessionId } = claims;
  const rows = await findSession(getDatabase().urgent.sql, claims);
  return rows.map(({ secondFactorSeal, ...row }) => ({
    ...personOf(row),
    via: "session",
    sessionId,
    secondFactorProven: isProven(claims, secondFactorSeal),
  }));
}

function personOf({ roleSeal, roleChanges, ...row }: StoredMembership): Omit<Person, "via"> {
  return { kind: "person", ...row, role: trustedRole({ ...row, roleSeal, roleChanges }) };
}

/**
 * Administrators sign in with a second factor: until they proved it in this session they get no further.
 * @throws AppError second_factor_needed 403.
 */
export function assertSecondFactor(person: Person): void {
  if (!needsSecondFactor(person)) return;
  throw new AppError(
    "second_factor_needed",
    "Administrators sign in with a second factor: enter a code of your authenticator app, or set one up first.",
  );
}

export function needsSecondFactor({ via, role, secondFactorProven }: Person): boolean {
  return via === "session" && mayAdminister(role) && secondFactorProven !== true;
}

/** @throws AppError unauthenticated 401 where the page was rendered for somebody else, or for another company. */
export function assertPageOwner(person: Person, owner: unknown): void {
  if (owner === pageOwnerOf(person)) return;
  throw new AppError(
    "unauthenticated",
    "Somebody else has signed in with this browser, or another company was chosen. Nothing was done: load this page again.",
  );
}

/** @throws AppError origin_refused 403 when the Origin header is missing, `null` or foreign. */
export function assertSameOriginRequest(request: Request): void {
  const headers = { origin: request.headers.get("origin"), host: request.headers.get("host") };
  if (!isSameOrigin(headers, getEnv().NEXTAUTH_URL)) throw originRefused();
}

async function personFromToken(token: string): Promise<Person> {
  const { sql } = getDatabase().urgent;
  const row = await findPersonalToken(sql, formsOf("csp_", token));
  if (row) return { ...personOf(row), via: "token" };
  if (await findAgentKey(sql, formsOf("csa_", token))) {
    throw new AppError(
      "not_allowed",
      "Agents cannot decide or administer: this is for people. Use a person's token or session.",
    );
  }
  throw notSignedIn();
}

/** Null without an Authorization header. @throws AppError unauthenticated 401 for a header that is unusable. */
function bearerOf(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1];
  // An unusable header never falls back to the cookie: the caller meant the credential it sent.
  if (!token || token.length > TOKEN_LENGTH_MAX) throw notSignedIn();
  return token;
}

function notSignedIn(): AppError {
  return new AppError(
    "unauthenticated",
    "Sign in, or send `Authorization: Bearer <personal token>` with a token that is still valid.",
  );
}

function noAgentKey(): AppError {
  return new AppError(
    "unauthenticated",
    "Send `Authorization: Bearer <agent key>` with a key that is still valid.",
  );
}
