import type {
  ActionsBlock,
  ActionsBlockElement,
  Button,
  ContextBlock,
  HeaderBlock,
  KnownBlock,
  MrkdwnElement,
  PlainTextElement,
  SectionBlock,
} from "@slack/types";

/** Blocks of Slack, with the limits that we fill them up to (https://docs.slack.dev/reference/block-kit). */

/** A message: its blocks, and words for notifications and screen readers. */
export interface SlackMessage {
  text: string;
  blocks: KnownBlock[];
}

export const SLACK_LIMITS = {
  sectionLength: 3_000,
  headerLength: 150,
  contextLength: 2_000,
  buttonLength: 75,
  optionLength: 75,
  titleLength: 24,
  optionsMax: 100,
  inputLength: 3_000,
  viewBlocksMax: 100,
} as const;

export const plain = (text: string): PlainTextElement => ({ type: "plain_text", text, emoji: false });

/** `verbatim`: Slack makes no link and no mention of a text that looks like one. */
export const markdown = (text: string): MrkdwnElement => ({ type: "mrkdwn", text, verbatim: true });

export const header = (text: string): HeaderBlock => ({ type: "header", text: plain(text) });

/** `expand`: without it Slack hides the end of a long text behind a link. */
export const section = (text: string): SectionBlock => ({
  type: "section",
  text: markdown(text),
  expand: true,
});

export const context = (text: string): ContextBlock => ({ type: "context", elements: [markdown(text)] });

/** Lines in as few sections as hold them. A line that is longer than a section has to be cut before. */
export function sections(lines: readonly string[]): SectionBlock[] {
  const texts: string[] = [];
  for (const line of lines) {
    const longer = texts.length === 0 ? line : `${texts.at(-1)}\n${line}`;
    if (texts.length > 0 && longer.length <= SLACK_LIMITS.sectionLength) texts[texts.length - 1] = longer;
    else texts.push(line);
  }
  return texts.map(section);
}

/** `value`: the opaque name of the message, by which our row is found. */
export const button = (
  actionId: string,
  text: string,
  { value, style }: { value: string; style?: "primary" | "danger" },
): Button => ({
  type: "button",
  action_id: actionId,
  text: plain(text),
  value,
  ...(style && { style }),
});

/** Opens a page of ours; pressing it decides nothing. */
export const linkButton = (text: string, url: string): Button => ({
  type: "button",
  action_id: SLACK_ACTIONS.open,
  text: plain(text),
  url,
});

export const actions = (elements: ActionsBlockElement[]): ActionsBlock => ({ type: "actions", elements });

/** Our names of the buttons, and of the modals that some of them open. */
export const SLACK_ACTIONS = {
  approve: "approve",
  reject: "reject",
  answer: "answer",
  yes: "yes",
  no: "no",
  /** Followed by the option's number. */
  choose: "choose_",
  open: "open",
} as const;

/** In the zone of whoever reads it; in UTC where Slack cannot say that. */
export function timeText(iso: string): string {
  const seconds = Math.floor(Date.parse(iso) / 1_000);
  const utc = `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
  return `<!date^${seconds}^{date_short_pretty} at {time}|${utc}>`;
}
