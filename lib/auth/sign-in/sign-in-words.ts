/**
 * Codes that the sign-in page receives in its address. The page shows a sentence per code and never the code itself.
 */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";
export const PASSWORDS_OFF = "PasswordsOff";
export const OIDC_REFUSALS = {
  unknown: "OidcUnknown",
  unverified: "OidcUnverified",
  other_subject: "OidcOtherSubject",
  wrong_issuer: "OidcWrongIssuer",
} as const;

const WORDS: Record<string, string> = {
  CredentialsSignin: "Email or password is not right. Try again, or ask an admin for a new password link.",
  [TOO_MANY_ATTEMPTS]: "Too many failed sign-ins from here. Wait a few minutes, then try again.",
  [PASSWORDS_OFF]: "Passwords are switched off here. Sign in through the provider.",
  SessionRequired: "Sign in to go on.",
  [OIDC_REFUSALS.unknown]:
    "The provider knows you, but you do not belong to a company here. Ask an administrator to add you with this address.",
  [OIDC_REFUSALS.unverified]:
    "The provider does not vouch for your email address. Verify it there, then sign in again.",
  [OIDC_REFUSALS.other_subject]:
    "Your email address belongs to somebody who signs in with another account at a provider. Ask an administrator to forget the old one.",
  [OIDC_REFUSALS.wrong_issuer]:
    "The answer came from another provider than the one set up here, so it was refused.",
  OAuthSignin: "The provider could not be reached. Try again in a moment, or tell whoever runs the server.",
  OAuthCallback: "The provider's answer did not hold, or you cancelled there. Try again.",
  Callback: "Signing in through the provider did not work. Try again.",
  AccessDenied: "Signing in was refused.",
};

/** The sentence for a failed sign-in; `code` is NextAuth's or one of ours. */
export function signInErrorWords(code: string): string {
  return Object.hasOwn(WORDS, code) ? WORDS[code]! : "Signing in did not work. Try again.";
}
