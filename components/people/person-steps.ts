import type { SteppedUp } from "@/components/step-up/stepped-up";
import type { PasswordLink, PersonView } from "@/lib/contract/people/people";
import type { OperationResult } from "@/lib/http/server-action";
import { mayDecide } from "@/lib/core/access/principal";
import { act } from "@/lib/operations/act";
import { roleOutcome, type ConfirmingOperation } from "@/lib/view/people/standing";
import { roleWithArticle } from "@/lib/view/people/roles";
import { nameWithEmail } from "@/lib/view/people/name-with-email";

/** The question before a change of a person, and the change. */
export interface PersonQuestion {
  /** The question and the things that will happen. */
  ask: (person: PersonView) => { title: string; sentence: string };
  press: string;
  danger: boolean;
  done: (person: PersonView, result: PersonView | PasswordLink) => string;
  /** Null: the person cancelled at the code. */
  send: (
    person: PersonView,
    steppedUp: SteppedUp,
  ) => Promise<OperationResult<PersonView | PasswordLink> | null>;
}

/** A change of a person that an administrator makes with one press, in the list of those that are possible. */
export interface PersonStep extends PersonQuestion {
  key: string;
  name: string;
  hint: string;
  offered: (person: PersonView, isSelf: boolean) => boolean;
}

const isLive = (person: PersonView) => person.status !== "revoked";
const silence =
  "decides nothing at L4 and L5 for 24 hours from then on, or until another administrator confirms";

export const PERSON_STEPS: readonly PersonStep[] = [
  {
    key: "link",
    name: "New password link…",
    hint: "For somebody who has no password yet, or forgot it.",
    ask: ({ name }) => ({
      title: `Make a password link for ${name}?`,
      sentence: `The link sets ${name}'s password, once, within 72 hours, for anybody who opens it. You see it once and hand it over yourself. Earlier links stop working. If ${name} has come in before, whoever uses it ${silence}.`,
    }),
    press: "Make link",
    danger: false,
    done: ({ name }) => `Link for ${name} made.`,
    offered: (person, isSelf) => isLive(person) && !isSelf,
    send: (person, steppedUp) =>
      steppedUp("issuePasswordLink", { id: person.id }, `Make a password link for ${nameWithEmail(person)}`),
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
    send: ({ id }) => act("endSessions", { id }),
  },
  {
    key: "factor",
    name: "Reset authenticator app…",
    hint: "For a lost phone, or an app that somebody took away. They set up another one on their account page.",
    ask: ({ name }) => ({
      title: `Reset ${name}'s authenticator app?`,
      sentence: `Its codes stop working at once. Until ${name} sets up another app, they cannot decide anything of L5. ${name} ${silence}.`,
    }),
    press: "Reset",
    danger: true,
    done: ({ name }) => `${name}'s authenticator app is reset.`,
    offered: (person, isSelf) => (isLive(person) || person.second_factor_set) && !isSelf,
    send: (person, steppedUp) =>
      steppedUp(
        "resetSecondFactor",
        { id: person.id },
        `Reset the authenticator app of ${nameWithEmail(person)}`,
      ),
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
    send: (person, steppedUp) =>
      steppedUp("unlinkSignIn", { id: person.id }, `Forget who ${nameWithEmail(person)} is at the provider`),
  },
  {
    key: "revoke",
    name: "Revoke…",
    hint: "Ends their membership, sessions, tokens and signatures at once.",
    ask: ({ name, role }) => ({
      title: `Revoke ${name}?`,
      sentence: `At ${name}'s next request they are nobody here: sessions, tokens, step-ups and standing authorisations end. Their decisions stay.${mayDecide(role) ? ` Where there is another administrator, ${name} goes on counting among the approvers until they confirm.` : ""}`,
    }),
    press: "Revoke",
    danger: true,
    done: ({ name }) => `${name} is revoked.`,
    offered: (person, isSelf) => isLive(person) && !isSelf,
    send: ({ id }) => act("revokePerson", { id }),
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
    done: ({ name, role }, result) =>
      `${name} is restored. ${"pending_role" in result ? roleOutcome(name, role, result) : ""}`,
    offered: (person) => !isLive(person),
    send: (person, steppedUp) =>
      steppedUp(
        "restorePerson",
        { id: person.id },
        `Restore ${nameWithEmail(person)} as ${roleWithArticle(person.role)}`,
      ),
  },
];

const roleThatWaits = ({ pending_role, role }: PersonView) => roleWithArticle(pending_role?.role ?? role);

/** The confirmations of a second administrator. */
export const CONFIRMATIONS: Record<ConfirmingOperation, PersonQuestion> = {
  confirmRole: {
    ask: (person) => ({
      title: `Make ${person.name} ${roleThatWaits(person)}?`,
      sentence: `${person.pending_role?.by ?? "Another administrator"} asked for it. The role holds from ${person.name}'s next request on; their approvals count at L4 and L5 a day later.`,
    }),
    press: "Confirm role",
    danger: false,
    done: (person) => `${person.name} is ${roleThatWaits(person)} now.`,
    send: (person, steppedUp) => {
      const { role, at } = person.pending_role!;
      return steppedUp(
        "confirmRole",
        { id: person.id, role, at },
        `Make ${nameWithEmail(person)} ${roleThatWaits(person)}`,
      );
    },
  },
  confirmLeave: {
    ask: ({ name }) => ({
      title: `Confirm that ${name} is no approver any more?`,
      sentence: `Until then ${name} counts among those who could approve, so that rules about two people hold.`,
    }),
    press: "Confirm",
    danger: false,
    done: ({ name }) => `${name} no longer counts as an approver.`,
    send: (person, steppedUp) =>
      steppedUp(
        "confirmLeave",
        { id: person.id },
        `Confirm that ${nameWithEmail(person)} is no approver any more`,
      ),
  },
  confirmRecovery: {
    ask: ({ name, recovery }) => ({
      title:
        recovery?.until === null ? `Confirm ${name}'s first password?` : `Confirm ${name}'s new credentials?`,
      sentence:
        recovery?.until === null
          ? `It was set by a link of ${recovery.by}. Confirm once you have heard from ${name} themselves that they set it: from then on the two count as two where two people must agree.`
          : `${recovery?.by ?? "Another administrator"} gave them. Confirm once you have heard from ${name} themselves that they have them: from then on ${name} decides at every tier again.`,
    }),
    press: "Confirm",
    danger: false,
    done: ({ name, recovery }) =>
      recovery?.until === null
        ? `${name} counts as a person of their own.`
        : `${name} decides at every tier again.`,
    send: (person, steppedUp) => {
      const { until } = person.recovery!;
      return steppedUp(
        "confirmRecovery",
        { id: person.id, until },
        until === null
          ? `Confirm that ${nameWithEmail(person)} set the first password`
          : `Confirm that ${nameWithEmail(person)} has the new credentials`,
      );
    },
  },
};
