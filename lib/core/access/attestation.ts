/** The subjects on which an administrator gives a sealed attestation about a person. */
export const ATTESTATION_SUBJECTS = [
  "asked_role",
  "ended_office",
  "confirmed_leave",
  "confirmed_recovery",
  "confirmed_first_link",
  "took_away_app",
] as const;
export type AttestationSubject = (typeof ATTESTATION_SUBJECTS)[number];
