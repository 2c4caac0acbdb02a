/** Explains to people why an approved write is stale. `reason` comes from the verdict or from a probe. */
export function staleWords(reason: string): string {
  switch (reason) {
    case "record_missing":
      return "the record no longer exists";
    case "target_changed":
      return "what names it now leads to another record than the one approved";
    case "account_changed":
      return "your company has another NetSuite account now than the one that this was proposed for";
    case "probe":
      return "the record has changed since, and nobody can say whether this was written before that";
    default:
      return "the record has changed since";
  }
}
