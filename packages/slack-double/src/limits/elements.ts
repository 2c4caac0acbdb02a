import { z } from "zod";
import { idText, plainText, webAddress } from "./texts";

/** Elements of Block Kit (https://docs.slack.dev/reference/block-kit/block-elements), with their documented limits. */

const placeholder = plainText(150).optional();
const focus = z.boolean().optional();

const option = z.strictObject({
  text: plainText(75),
  value: z.string().min(1).max(150),
  description: plainText(75).optional(),
});
type Option = z.infer<typeof option>;

const options = (most: number) =>
  z
    .array(option)
    .min(1)
    .max(most)
    .refine((all) => new Set(all.map(({ value }) => value)).size === all.length, "duplicate option values");

const isAmong = (all: readonly Option[], chosen: readonly Option[]) =>
  chosen.every((one) => all.some((candidate) => JSON.stringify(candidate) === JSON.stringify(one)));

/** The initial choice has to be one of the options, to the letter. */
const chosenAmong = (element: {
  options: Option[];
  initial_option?: Option | undefined;
  initial_options?: Option[] | undefined;
}) =>
  isAmong(element.options, [
    ...(element.initial_option ? [element.initial_option] : []),
    ...(element.initial_options ?? []),
  ]);
const chosenWords = "initial option was not found in available options";

const one = { initial_option: option.optional(), focus_on_load: focus };
const several = { initial_options: z.array(option).min(1).optional(), focus_on_load: focus };

export const button = z.strictObject({
  type: z.literal("button"),
  action_id: idText,
  text: plainText(75),
  url: webAddress.optional(),
  value: z.string().max(2_000).optional(),
  style: z.enum(["primary", "danger"]).optional(),
  accessibility_label: z.string().max(75).optional(),
});

export const staticSelect = z
  .strictObject({
    type: z.literal("static_select"),
    action_id: idText,
    options: options(100),
    placeholder,
    ...one,
  })
  .refine(chosenAmong, chosenWords);

export const multiSelect = z
  .strictObject({
    type: z.literal("multi_static_select"),
    action_id: idText,
    options: options(100),
    max_selected_items: z.int().min(1).optional(),
    placeholder,
    ...several,
  })
  .refine(chosenAmong, chosenWords);

export const radioButtons = z
  .strictObject({ type: z.literal("radio_buttons"), action_id: idText, options: options(10), ...one })
  .refine(chosenAmong, chosenWords);

export const checkboxes = z
  .strictObject({ type: z.literal("checkboxes"), action_id: idText, options: options(10), ...several })
  .refine(chosenAmong, chosenWords);

export const datePicker = z.strictObject({
  type: z.literal("datepicker"),
  action_id: idText,
  initial_date: z.iso.date().optional(),
  placeholder,
  focus_on_load: focus,
});

const lengths = (value: { min_length?: number | undefined; max_length?: number | undefined }) =>
  (value.min_length ?? 0) <= (value.max_length ?? 3_000);

export const textInput = z
  .strictObject({
    type: z.literal("plain_text_input"),
    action_id: idText,
    initial_value: z.string().max(3_000).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(3_000).optional(),
    max_length: z.int().min(1).max(3_000).optional(),
    placeholder,
    focus_on_load: focus,
  })
  .refine(lengths, "min_length must not exceed max_length");
