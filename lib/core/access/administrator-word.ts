/** The subjects of an administrator's word about a person. */
export const WORDS_ABOUT = [
  "asked_role",
  "ended_office",
  "confirmed_leave",
  "confirmed_recovery",
  "confirmed_first_link",
  "took_away_app",
] as const;
export type WordAbout = (typeof WORDS_ABOUT)[number];
