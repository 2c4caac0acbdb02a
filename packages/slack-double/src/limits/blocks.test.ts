import { expect, test } from "vitest";
import { findFaults, messageBlocks, modalView } from "./blocks";

const text = (length: number) => ({ type: "mrkdwn", text: "x".repeat(length) });
const plain = (length: number) => ({ type: "plain_text", text: "x".repeat(length) });
const section = (length: number, over: object = {}) => ({ type: "section", text: text(length), ...over });
const dividers = (count: number) => Array.from({ length: count }, () => ({ type: "divider" }));
const button = (over: object = {}) => ({ type: "button", action_id: "a", text: plain(5), ...over });
const ofButton = (over: object) => ({ type: "actions", elements: [button(over)] });
const select = (count: number, over: object = {}) => ({
  type: "input",
  label: plain(10),
  element: {
    type: "static_select",
    action_id: "a",
    options: Array.from({ length: count }, (_, index) => ({
      text: plain(75),
      value: String(index),
      ...over,
    })),
  },
});
const modal = (over: object = {}) => ({
  type: "modal",
  title: plain(24),
  submit: plain(24),
  close: plain(24),
  blocks: [section(10)],
  private_metadata: "x".repeat(3_000),
  callback_id: "x".repeat(255),
  ...over,
});

const inMessage = (...blocks: unknown[]) => findFaults(messageBlocks, blocks, "blocks");
const inModal = (over: object) => findFaults(modalView, modal(over), "view");

test.each([
  ["a section of 3,000", [section(3_000)], [section(3_001)]],
  ["a header of 150", [{ type: "header", text: plain(150) }], [{ type: "header", text: plain(151) }]],
  [
    "fields of 2,000",
    [{ type: "section", fields: [text(2_000)] }],
    [{ type: "section", fields: [text(2_001)] }],
  ],
  [
    "ten fields",
    [{ type: "section", fields: Array(10).fill(text(1)) }],
    [{ type: "section", fields: Array(11).fill(text(1)) }],
  ],
  ["a button's text of 75", [ofButton({ text: plain(75) })], [ofButton({ text: plain(76) })]],
  [
    "a button's value of 2,000",
    [ofButton({ value: "x".repeat(2_000) })],
    [ofButton({ value: "x".repeat(2_001) })],
  ],
  [
    "an action_id of 255",
    [ofButton({ action_id: "x".repeat(255) })],
    [ofButton({ action_id: "x".repeat(256) })],
  ],
  ["50 blocks", dividers(50), dividers(51)],
  ["100 options", [select(100)], [select(101)]],
  ["an option's text of 75", [select(1)], [select(1, { text: plain(76) })]],
  [
    "25 elements of actions",
    [{ type: "actions", elements: Array.from({ length: 25 }, (_, at) => button({ action_id: `a${at}` })) }],
    [{ type: "actions", elements: Array.from({ length: 26 }, (_, at) => button({ action_id: `a${at}` })) }],
  ],
])("a message may have %s, and no more", (_name, most, tooMany) => {
  expect(inMessage(...most)).toEqual([]);
  expect(inMessage(...tooMany)).not.toEqual([]);
});

test.each([
  ["a title of 24", { title: plain(25) }],
  ["a submit of 24", { submit: plain(25) }],
  ["a close of 24", { close: plain(25) }],
  ["metadata of 3,000", { private_metadata: "x".repeat(3_001) }],
  ["a callback_id of 255", { callback_id: "x".repeat(256) }],
  ["100 blocks", { blocks: dividers(101) }],
])("a modal may have %s, and no more", (_name, tooMuch) => {
  expect(inModal({})).toEqual([]);
  expect(inModal(tooMuch)).not.toEqual([]);
});

test("an id that stands twice, an unknown property, an unknown block and an empty text are refused", () => {
  expect(inMessage(section(1, { block_id: "a" }), section(1, { block_id: "b" }))).toEqual([]);
  expect(inMessage(section(1, { block_id: "a" }), section(1, { block_id: "a" }))).not.toEqual([]);
  expect(inMessage({ type: "actions", elements: [button(), button()] })).not.toEqual([]);
  expect(inMessage(section(1, { colour: "red" }))).not.toEqual([]);
  expect(inMessage({ type: "marquee" })).not.toEqual([]);
  expect(inMessage(section(0))[0]).toContain("[json-pointer:/blocks/0/text/text]");
});

test("a modal with an input needs a button that sends it", () => {
  expect(inModal({ blocks: [select(1)] })).toEqual([]);
  expect(inModal({ blocks: [select(1)], submit: undefined })).not.toEqual([]);
});
