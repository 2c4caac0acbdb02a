import type { PasswordLink, PersonView } from "@/lib/contract/people";
import type { Answered } from "@/lib/http/server-action";
import { act } from "@/lib/operations/act";

/** A change of a person that an administrator makes with one press, and the question before it. */
export interface PersonStep {
  key: string;
  /** In the list of what can be done. */
  name: string;
  hint: string;
  /** The question and what will happen. */
  ask: (person: PersonView) => { title: string; sentence: string };
  press: string;
  danger: boolean;
  done: (person: PersonView) => string;
  offered: (person: PersonView, isSelf: boolean) => boolean;
  send: (id: number) => Promise<Answered<PersonView | PasswordLink>>;
}

const isLive = (person: PersonView) => person.status !== "revoked";

export const PERSON_STEPS: readonly PersonStep[] = [
  {
    key: "link",
    name: "New password link…",
    hint: "For somebody who has no password yet, or forgot it.",
    ask: ({ name }) => ({
      title: `Make a password link for ${name}?`,
      sentence: `The link sets ${name}'s password, once, within 72 hours, for anybody who opens it. You see it once and hand it over yourself. Earlier links stop working.`,
    }),
    press: "Make link",
    danger: false,
    done: ({ name }) => `Link for ${name} made.`,
    offered: (person, isSelf) => isLive(person) && !isSelf,
    send: (id) => act("issuePasswordLink", { id }),
  },
  {
    key: "sessions",
    name: "Sign out everywhere…",
    hint: "Ends every browser session. Tokens go on.",
    ask: ({ name }) => ({
      title: `Sign ${name} out everywhere?`,
      sentence: `Every browser in which ${name} is signed in stops at its next request. Personal tokens go on.`,
    }),
    press: "Sign out",
    danger: true,
    done: ({ name }) => `${name} is signed out everywhere.`,
    offered: isLive,
    send: (id) => act("endSessions", { id }),
  },
  {
    key: "factor",
    name: "Reset authenticator app…",
    hint: "For a lost phone. They set up another one on their account page.",
    ask: ({ name }) => ({
      title: `Reset ${name}'s authenticator app?`,
      sentence: `Its codes stop working at once. Until ${name} sets up another app, they cannot decide anything of L5.`,
    }),
    press: "Reset",
    danger: true,
    done: ({ name }) => `${name}'s authenticator app is reset.`,
    offered: (person, isSelf) => person.second_factor_set && !isSelf,
    send: (id) => act("resetSecondFactor", { id }),
  },
  {
    key: "unlink",
    name: "Forget sign-in provider…",
    hint: "After they got a new account at the provider.",
    ask: ({ name }) => ({
      title: `Forget who ${name} is at the provider?`,
      sentence: `Their next sign-in through the provider links again, by their verified address.`,
    }),
    press: "Forget",
    danger: true,
    done: ({ name }) => `${name}'s sign-in provider is forgotten.`,
    offered: (person) => person.single_sign_on,
    send: (id) => act("unlinkSignIn", { id }),
  },
  {
    key: "revoke",
    name: "Revoke…",
    hint: "Ends their membership, sessions, tokens and signatures at once.",
    ask: ({ name }) => ({
      title: `Revoke ${name}?`,
      sentence: `At ${name}'s next request they are nobody here: sessions, tokens, step-ups and standing authorisations end. Their decisions stay.`,
    }),
    press: "Revoke",
    danger: true,
    done: ({ name }) => `${name} is revoked.`,
    offered: (person, isSelf) => isLive(person) && !isSelf,
    send: (id) => act("revokePerson", { id }),
  },
  {
    key: "restore",
    name: "Restore…",
    hint: "Back with the role they had; tokens and sessions stay ended.",
    ask: ({ name, role }) => ({
      title: `Restore ${name}?`,
      sentence: `${name} may sign in again, as ${role}. Tokens, sessions and signatures that were ended stay ended.`,
    }),
    press: "Restore",
    danger: false,
    done: ({ name }) => `${name} is restored.`,
    offered: (person) => !isLive(person),
    send: (id) => act("restorePerson", { id }),
  },
];
