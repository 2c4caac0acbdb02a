import { z } from "zod";

/** Texts of Block Kit (https://docs.slack.dev/reference/block-kit/composition-objects). Lengths are in UTF-16 units. */

const emoji = z.boolean().optional();

export const plainText = (lengthMax: number) =>
  z.strictObject({ type: z.literal("plain_text"), text: z.string().min(1).max(lengthMax), emoji });

export const markdownText = (lengthMax: number) =>
  z.strictObject({
    type: z.literal("mrkdwn"),
    text: z.string().min(1).max(lengthMax),
    verbatim: z.boolean().optional(),
  });

export const eitherText = (lengthMax: number) =>
  z.discriminatedUnion("type", [plainText(lengthMax), markdownText(lengthMax)]);

export const idText = z.string().min(1).max(255);
export const webAddress = z.url({ protocol: /^https?$/ }).max(3_000);
