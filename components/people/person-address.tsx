/** The address of the person whom a dialog asks about, on a line of its own: two people may bear one name. */
export function PersonAddress({ email }: { email: string }) {
  return <span className="block font-medium text-ink">{email}</span>;
}
