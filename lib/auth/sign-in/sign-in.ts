import { createHash } from "node:crypto";
import { type Database, getDatabase } from "@/db/client";
import {
  type SignInCandidate,
  findUserForSignIn,
  forgiveAuthAttempts,
  recordAuthAttempt,
} from "@/db/queries/people/identity";
import { assertNever } from "@/lib/core/errors";
import {
  type AttemptLimit,
  type AttemptOutcome,
  GUESS_LIMIT,
  checkAttempt,
  checkSlowly,
  secondsToTry,
} from "./attempts";
import { verifyPassword } from "./password";

export interface SignInInput {
  email: string;
  password: string;
  /** The client's IP address; null if it is unknown. */
  clientAddress: string | null;
  /** The id of a device that signed in with this address before (`knownDevice`). */
  deviceId?: string | null;
}

interface Tools {
  database?: Database;
  /** How an attempt from an unknown device is delayed. */
  wait?: (ms: number) => Promise<void>;
  /** How many strangers' attempts may be under way at once in this process. */
  strangersMax?: number;
}

export type SignInOutcome =
  | { outcome: "signed_in"; user: Pick<SignInCandidate, "userId" | "name" | "email" | "sessionVersion"> }
  | { outcome: "refused" }
  | { outcome: "too_many_attempts" };

const EMAIL_LENGTH_MAX = 320;
/** Higher than the limit per person, because an office shares one address. */
const ADDRESS_LIMIT: AttemptLimit = { failuresMax: 50, windowSeconds: GUESS_LIMIT.windowSeconds };

/**
 * Checks a password. The failures of a known device are counted by themselves: after five in fifteen minutes it is refused
 * for a while. Everybody else shares a count by the address of the account, which slows attempts down and refuses none, so
 * that no stranger can lock a person out. Every outcome takes as long as a password check, whether or not the person
 * exists; only where too many strangers wait already, another one is refused at once and counted nowhere.
 */
export async function signIn(
  input: SignInInput,
  { strangersMax = STRANGERS_MAX, ...tools }: Tools = {},
): Promise<SignInOutcome> {
  const refuse = () => refuseUnchecked(input.password);
  if ((input.deviceId ?? null) === null)
    return amongStrangers(strangersMax, async () => (await judge(input, tools)) ?? refuse());
  // Behind the strangers: whoever is refused takes no turn of somebody who is not.
  return (await judge(input, tools)) ?? amongStrangers(strangersMax, refuse);
}

/** Two are checked at a time (`verifyPassword`): the last of so many waits for half a minute. */
const STRANGERS_MAX = 500;
let strangers = 0;

/** Counted before anything is awaited: of a flood that arrives at once, no more come in than may. */
async function amongStrangers(max: number, attempt: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  if (strangers >= max) return { outcome: "too_many_attempts" };
  strangers += 1;
  try {
    return await attempt();
  } finally {
    strangers -= 1;
  }
}

/** Null: too many attempts. */
async function judge(
  { email, password, clientAddress, deviceId = null }: SignInInput,
  { database = getDatabase(), wait }: Omit<Tools, "strangersMax">,
): Promise<SignInOutcome | null> {
  const { sql } = database;
  const address = email.trim().toLowerCase();
  // The database would refuse NUL and over-long addresses with an error; they belong to nobody.
  const asker = deviceId === null ? "stranger" : "known";
  if (address === "" || address.length > EMAIL_LENGTH_MAX || address.includes("\0")) {
    await verifyPassword(password, null, asker);
    return { outcome: "refused" };
  }
  const check = async () => {
    const user = await findUserForSignIn(sql, address);
    return (await verifyPassword(password, user, asker)) ? user : null;
  };
  const attempt =
    deviceId === null
      ? await underSourceLimit(sql, clientAddress, () =>
          checkSlowly({ sql, subject: bucketOf("sign-in", address), check, ...(wait ? { wait } : {}) }),
        )
      : await checkAttempt({ sql, subject: `sign-in@${deviceId}`, limit: GUESS_LIMIT, check });
  switch (attempt.outcome) {
    case "too_many_attempts":
      return null;
    case "failed":
    case "no_guess":
      return { outcome: "refused" };
    case "passed": {
      const { userId, name, email: storedEmail, sessionVersion } = attempt.value;
      return { outcome: "signed_in", user: { userId, name, email: storedEmail, sessionVersion } };
    }
    default:
      return assertNever(attempt);
  }
}

async function refuseUnchecked(password: string): Promise<SignInOutcome> {
  await verifyPassword(password, null, "stranger");
  return { outcome: "too_many_attempts" };
}

/** Tries from one source, where one is known: its failures count together, whatever the accounts. */
async function underSourceLimit<T>(
  sql: Database["sql"],
  clientAddress: string | null,
  attempt: () => Promise<AttemptOutcome<T>>,
): Promise<AttemptOutcome<T>> {
  if (clientAddress === null) return attempt();
  const subject = bucketOf("sign-in-from", clientAddress);
  const { failuresMax } = ADDRESS_LIMIT;
  const failures = await recordAuthAttempt(sql, subject, failuresMax, secondsToTry(ADDRESS_LIMIT));
  if (failures === null) return { outcome: "too_many_attempts" };
  const answer = await attempt();
  // One's own failures stay on record: an attacker's own account must not buy new guesses at others.
  if (answer.outcome === "passed") await forgiveAuthAttempts(sql, subject, 1);
  return answer;
}

/** Subjects that strangers name share so many rows, so that they fill no table; accounts that share one are slowed together. */
const BUCKETS = 65_536;

function bucketOf(kind: string, name: string): string {
  return `${kind}#${createHash("sha256").update(name).digest().readUInt32BE(0) % BUCKETS}`;
}
