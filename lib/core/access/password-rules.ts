/** The password rules, and their text for the forms. */

export const PASSWORD_LENGTH_MIN = 12;
export const PASSWORD_RULES =
  "At least 12 characters. Several unrelated words are good. Not your name or address, not one that everybody knows, not the same few characters over and over.";

const DIFFERENT_CHARACTERS_MIN = 5;
const REPEATED_LENGTH_MAX = 4;
/** Shorter parts of a name are ignored, since they would forbid too much. */
const NAME_PART_LENGTH_MIN = 4;
const WELL_KNOWN = [
  "password",
  "passwort",
  "qwerty",
  "letmein",
  "welcome",
  "iloveyou",
  "changeme",
  "administrator",
  "countersign",
  "123456789",
  "987654321",
  "abcdefgh",
];

/** The fault of a password, as the end of the sentence "The password …"; null if it has none. */
export function findPasswordFault(
  password: string,
  { name, email }: { name: string; email: string },
): string | null {
  const text = password.normalize("NFKC");
  const characters = [...text];
  if (characters.length < PASSWORD_LENGTH_MIN) return `must have at least ${PASSWORD_LENGTH_MIN} characters`;
  if (new Set(characters).size < DIFFERENT_CHARACTERS_MIN || isRepetition(characters))
    return "must not be the same few characters over and over";
  const plain = text.toLowerCase();
  if (partsOf(name, email).some((part) => plain.includes(part))) return "must not hold your name or address";
  // A well-known word may be a part of something long, but not most of it.
  const common = WELL_KNOWN.find((word) => plain.includes(word));
  if (common !== undefined && plain.replace(common, "").length < PASSWORD_LENGTH_MIN)
    return `is too close to one that everybody knows (“${common}”)`;
  return null;
}

function isRepetition(characters: readonly string[]): boolean {
  for (let length = 1; length <= REPEATED_LENGTH_MAX; length++) {
    if (characters.every((character, index) => character === characters[index % length])) return true;
  }
  return false;
}

function partsOf(name: string, email: string): string[] {
  return [...name.toLowerCase().split(/\s+/), email.toLowerCase().split("@")[0]!].filter(
    (part) => part.length >= NAME_PART_LENGTH_MIN,
  );
}
