/** The form of the generated table of action types. */

export interface Word {
  /** The name in the input of `propose.…`. */
  name: string;
  /** Its place in a proposal: `entity_ref`, `context.bid_id`, `changes.price.to`, `lines`. */
  place: string;
  description: string;
  kind: "text" | "integer" | "decimal" | "list";
  required: boolean;
  choices?: readonly string[];
}

export interface Action<Input = unknown> {
  actionType: string;
  title: string;
  description: string;
  entityType: string;
  words: readonly Word[];
  /** Changes that every proposal of this type has. */
  always?: readonly { field: string; to: string | null }[];
  /** Of a roll: the words of each of its lines. */
  lineWords?: readonly Word[];
  /** The type of its words. It has no value at run time. */
  input?: Input;
}
