import { afterEach, beforeEach } from "vitest";
import { type Account, openAccount } from "./open-account";

/** A fresh account for each test of a file, closed after it. */
export function useAccount(): Account {
  const account = {} as Account;
  beforeEach(async () => void Object.assign(account, await openAccount()));
  afterEach(() => account.close());
  return account;
}
