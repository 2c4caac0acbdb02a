/** Codes that the sign-in page receives in its address. Only these have words: whatever else stands there is not shown. */
export const TOO_MANY_ATTEMPTS = "TooManyAttempts";

const WORDS: Record<string, string> = {
  CredentialsSignin: "The e-mail address or the password is not right.",
  [TOO_MANY_ATTEMPTS]: "Too many failed sign-ins. Wait fifteen minutes, then try again.",
  SessionRequired: "Sign in to go on.",
};

/** What to tell somebody whose sign-in failed with this code of NextAuth's or ours. */
export function signInErrorWords(code: string): string {
  return Object.hasOwn(WORDS, code) ? WORDS[code]! : "Signing in did not work. Try again.";
}
