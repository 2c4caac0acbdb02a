import type { SlackMessage } from "@/lib/channels/slack/cards/blocks";

interface Pressable {
  action_id: string;
  value?: string;
  url?: string;
}

export const buttonsOf = ({ blocks }: SlackMessage): Pressable[] =>
  blocks.flatMap((block) => (block.type === "actions" ? (block.elements as Pressable[]) : []));
export const buttonNames = (card: SlackMessage) => buttonsOf(card).map(({ action_id: id }) => id);
export const textOf = ({ blocks }: SlackMessage) => JSON.stringify(blocks);
