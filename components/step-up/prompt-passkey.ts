"use client";
import type { Factor } from "@/lib/contract/actions/decision";
import type {
  NewPasskey,
  PasskeyAbout,
  PasskeyCreation,
  PasskeySignature,
} from "@/lib/contract/people/passkeys";
import type { Problem } from "@/lib/contract/problem";
import type { InputOf } from "@/lib/operations";
import { act } from "@/lib/operations/act";

/** Asks the browser to make a passkey, and to sign with one. */

export type PasskeySubject = Exclude<PasskeyAbout, { kind: "new_passkey" }>;

/** How a prompt ended: with a factor to send, or with words for the person. */
export type PasskeyAnswer = { ok: true; factor: Factor } | { ok: false; words: string };

export const hasPasskeySupport = (): boolean => typeof window.PublicKeyCredential === "function";

/** Asks the person for a signature that is good for this one thing. */
export async function promptPasskey(about: PasskeySubject): Promise<PasskeyAnswer> {
  const challenge = await act("askPasskey", { about } as InputOf<"askPasskey">);
  if (!challenge.ok) return { ok: false, words: wordsOf(challenge.problem) };
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    const signature = await startAuthentication({ optionsJSON: challenge.result });
    return { ok: true, factor: { type: "passkey", signature: signature as PasskeySignature } };
  } catch (fault) {
    return { ok: false, words: faultWords(fault) };
  }
}

/** Has the browser make a passkey. */
export async function makePasskey(
  options: PasskeyCreation,
): Promise<{ ok: true; passkey: NewPasskey } | { ok: false; words: string }> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    return { ok: true, passkey: (await startRegistration({ optionsJSON: options })) as NewPasskey };
  } catch (fault) {
    return { ok: false, words: faultWords(fault) };
  }
}

const wordsOf = ({ detail }: Problem): string => detail;

function faultWords(fault: unknown): string {
  switch (fault instanceof Error ? fault.name : "") {
    case "NotAllowedError":
      return "The prompt was closed, or nothing was chosen in time. Try again.";
    case "InvalidStateError":
      return "This device has a passkey of yours here already.";
    case "SecurityError":
      return "This page’s address cannot have passkeys.";
    default:
      return "The browser could not use a passkey. Enter a code of your authenticator app instead.";
  }
}
