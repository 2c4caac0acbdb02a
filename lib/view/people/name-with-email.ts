/** A person by name and address: two people may bear one name. For the words that a code confirms, and for lists. */
export const nameWithEmail = ({ name, email }: { name: string; email: string }): string =>
  `${name} (${email})`;
