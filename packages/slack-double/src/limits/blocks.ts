import { z } from "zod";
import {
  button,
  checkboxes,
  datePicker,
  multiSelect,
  radioButtons,
  staticSelect,
  textInput,
} from "./elements";
import { eitherText, idText, plainText } from "./texts";

/** Blocks (https://docs.slack.dev/reference/block-kit/blocks). A property that is not listed is refused, as Slack does. */

const block_id = idText.optional();

const section = z
  .strictObject({
    type: z.literal("section"),
    block_id,
    text: eitherText(3_000).optional(),
    fields: z.array(eitherText(2_000)).min(1).max(10).optional(),
    accessory: z.union([button, staticSelect]).optional(),
    expand: z.boolean().optional(),
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined, "missing required field: text");

const header = z.strictObject({ type: z.literal("header"), block_id, text: plainText(150) });
const divider = z.strictObject({ type: z.literal("divider"), block_id });

const context = z.strictObject({
  type: z.literal("context"),
  block_id,
  elements: z.array(eitherText(3_000)).min(1).max(10),
});

const actions = z
  .strictObject({
    type: z.literal("actions"),
    block_id,
    elements: z
      .array(z.union([button, staticSelect, multiSelect, radioButtons, checkboxes, datePicker]))
      .min(1)
      .max(25),
  })
  .refine(
    ({ elements }) => new Set(elements.map((element) => element.action_id)).size === elements.length,
    "action_id already exists",
  );

const input = z.strictObject({
  type: z.literal("input"),
  block_id,
  label: plainText(2_000),
  element: z.union([textInput, staticSelect, multiSelect, radioButtons, checkboxes, datePicker]),
  hint: plainText(2_000).optional(),
  optional: z.boolean().optional(),
  dispatch_action: z.boolean().optional(),
});

const block = z.discriminatedUnion("type", [section, header, divider, context, actions, input]);
export type Block = z.infer<typeof block>;
export type Button = z.infer<typeof button>;
export type InputBlock = z.infer<typeof input>;

const withOwnIds = (most: number) =>
  z
    .array(block)
    .max(most)
    .refine((blocks) => {
      const ids = blocks.flatMap((one) => one.block_id ?? []);
      return new Set(ids).size === ids.length;
    }, "block_id already exists");

/** At most 50 in a message. */
export const messageBlocks = withOwnIds(50);

/** A modal (https://docs.slack.dev/reference/views/modal-views): 100 blocks, short titles, and a button to send what is typed. */
export const modalView = z
  .strictObject({
    type: z.literal("modal"),
    title: plainText(24),
    submit: plainText(24).optional(),
    close: plainText(24).optional(),
    blocks: withOwnIds(100),
    private_metadata: z.string().max(3_000).optional(),
    callback_id: z.string().max(255).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    external_id: z.string().max(255).optional(),
    submit_disabled: z.boolean().optional(),
  })
  .refine(
    ({ blocks, submit }) => submit !== undefined || !blocks.some(({ type }) => type === "input"),
    "submit is required when an input block is within blocks",
  );
export type ModalView = z.infer<typeof modalView>;

/** `[ERROR] Too big: … [json-pointer:/blocks/0/text/text]` for each fault; Slack's own words differ. */
export function findFaults(schema: z.ZodType, value: unknown, of: string): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(
    ({ message, path }) =>
      `[ERROR] ${message} [json-pointer:/${[of, ...path].filter((part) => part !== "").join("/")}]`,
  );
}

/** Why Slack would not take these blocks of a message, or this modal. Empty: it would. */
export const findMessageFaults = ({ blocks }: { blocks: unknown }): string[] =>
  findFaults(messageBlocks, blocks, "blocks");
export const findModalFaults = (view: unknown): string[] => findFaults(modalView, view, "view");
