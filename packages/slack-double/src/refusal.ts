/** An answer `{"ok": false, "error": code}`. Slack sends it with status 200. */
export class Refusal extends Error {
  readonly code: string;
  /** In the words of Slack's `response_metadata.messages`. */
  readonly messages: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    messages: readonly string[] = [],
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(code);
    this.code = code;
    this.messages = messages;
    this.members = members;
  }
}
