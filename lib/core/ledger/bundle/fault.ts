/** A fault of an evidence bundle: its kind is stable, and `at` names the place in the bundle. */
export interface BundleFault {
  kind: BundleFaultKind;
  at: string;
  text: string;
}

const words = {
  envelope_unreadable: "This is no DSSE envelope in UTF-8 and JSON.",
  envelope_not_canonical: "The envelope, written anew, has other bytes: it was changed after it was signed.",
  key_unknown: "The key that signed it is not among those given.",
  signature_wrong: "The signature does not hold: the signed text was changed.",
  statement_unreadable: "The signed text is no statement of a bundle that this version reads.",
  statement_not_canonical: "The signed text, written anew, has other bytes.",
  other_subject: "The bundle is of something else than the one that is asked for.",
  file_missing: "A file is missing.",
  file_unexpected: "A file does not belong to the bundle.",
  file_differs: "A file does not have the hash that is signed for it.",
  file_unreadable: "A file cannot be read as what its name says.",
  file_not_canonical: "A file, written anew, has other bytes.",
  key_differs: "The public key in the bundle is not the one that signed it.",
  checkpoint_hash_differs: "A checkpoint's text does not have the hash that is named for it.",
  checkpoint_key_unknown: "The key that signed a checkpoint is not among those given.",
  checkpoint_signature_wrong: "A checkpoint's signature does not hold.",
  checkpoint_differs: "A checkpoint's number or company is not the one in its signed text.",
  checkpoint_missing: "A checkpoint does not follow the one before it: one is missing, or was put in.",
  head_differs: "The last checkpoint is not the head that the statement names, or not the exported one.",
  head_not_of_this_ledger: "The exported checkpoint is of another ledger.",
  chain_missing: "The events of a subject are missing.",
  chain_unexpected: "There are events of a subject that the bundle does not speak of.",
  gap: "An event is missing between two others.",
  broken_link: "An event does not follow the one before it.",
  wrong_hash: "An event's text is not the one that was hashed.",
  columns_differ: "An event says something else than its hashed text.",
  truncated: "The chain ends elsewhere than its subject's row says.",
  event_unsealed: "The checkpoint names this event as one that the app did not write.",
  event_not_covered: "The checkpoint that is named for an event does not cover it.",
  inclusion_wrong: "An event is not proven to lie in its checkpoint.",
  row_differs: "A row says something else than the events.",
} as const;
export type BundleFaultKind = keyof typeof words;

export const faultOf = (kind: BundleFaultKind, at: string): BundleFault => ({ kind, at, text: words[kind] });
