import {
  accountTestSchema,
  netsuiteAccountSchema,
  netsuiteCredentialsSchema,
} from "@/lib/contract/settings/netsuite-account";
import {
  readNetSuiteAccount,
  removeNetSuiteAccount,
  setNetSuiteAccount,
  testNetSuiteAccount,
} from "@/lib/gateway/access/netsuite/netsuite-account";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** The NetSuite account that a company's writes go to. */

export const netsuite = {
  readNetSuiteAccount: defineOperation("GET /api/netsuite-account", {
    summary: "The account in use, without its secrets",
    role: "admin",
    answers: ok(netsuiteAccountSchema),
    verb: (person) => readNetSuiteAccount(person),
  }),
  setNetSuiteAccount: defineOperation("PUT /api/netsuite-account", {
    summary: "Set the company's account and its credentials, which never come back",
    role: "admin",
    body: netsuiteCredentialsSchema,
    example: {
      strategy: "tba",
      account: "1234567_SB1",
      consumer_key: "ck",
      consumer_secret: "cs",
      token_id: "ti",
      token_secret: "ts",
    },
    answers: ok(netsuiteAccountSchema),
    stepUp: true,
    verb: (person, credentials) => setNetSuiteAccount(person, credentials),
  }),
  testNetSuiteAccount: defineOperation("POST /api/netsuite-account/test", {
    summary: "Sign one read with the account in use, and say what fails",
    role: "admin",
    answers: ok(accountTestSchema),
    refusals: ["no_netsuite_account"],
    verb: (person) => testNetSuiteAccount(person),
  }),
  removeNetSuiteAccount: defineOperation("DELETE /api/netsuite-account", {
    summary: "Stop using the company's own account",
    role: "admin",
    answers: ok(netsuiteAccountSchema),
    stepUp: true,
    verb: (person) => removeNetSuiteAccount(person),
  }),
};
