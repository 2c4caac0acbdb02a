import type { TenantTransaction } from "@/db/client";
import {
  type TokenHolders,
  type UnderKey,
  listAgentsUnder,
  listPeopleUnder,
} from "@/db/queries/people/stored-tokens";
import { IN_APP_AGENT } from "@/lib/gateway/access/agents/in-app-agent";

/** A kind of token, and the way out for whoever holds one that is stored under the previous key. */
interface HeldKind {
  /** `one` and `many`, in the report. */
  words: readonly [one: string, many: string];
  wayOut: string;
  list(tx: TenantTransaction, under: UnderKey): Promise<TokenHolders[]>;
}

const shortLived = "wait ten minutes: they run out";

export const HELD_KINDS: readonly HeldKind[] = [
  {
    words: ["agent's key", "agents' keys"],
    wayOut: "let the agent call once with it, rotate it, or revoke the agent",
    list: (tx, under) => listAgentsUnder(tx, { ...under, unpresented: IN_APP_AGENT }),
  },
  {
    words: ["personal token", "personal tokens"],
    wayOut: "ask its person to use it once, or to revoke it and create another",
    list: (tx, under) => listPeopleUnder(tx, "personal_tokens", under),
  },
  {
    words: ["password link", "password links"],
    wayOut: "wait until it is used or runs out, or issue another",
    list: (tx, under) => listPeopleUnder(tx, "password_links", under),
  },
  {
    words: ["edit token", "edit tokens"],
    wayOut: shortLived,
    list: (tx, under) => listPeopleUnder(tx, "edit_tokens", under),
  },
  {
    words: ["step-up token", "step-up tokens"],
    wayOut: shortLived,
    list: (tx, under) => listPeopleUnder(tx, "step_up_tokens", under),
  },
];
