/** The names under which the gateway itself stands beside a decision or an event, with letters and digits alone. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  "anotheradministrator",
  "changeofkeys",
  "expiry",
  "nobody",
  "policy",
  "probe",
  "push",
  "reconciliation",
  "rescue",
  "setup",
  "system",
  "tierrules",
]);

/** True for a name under which a person would read as the gateway, such as `set-up` or `Standing authorisation #1`. */
export function isNameOfTheGateway(name: string): boolean {
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
  return OWN_NAMES.has(plain) || plain.startsWith("standingauthorisation");
}
