import { expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { listActions } from "./list-actions";

const world = await useWorld();
const { approver, gateway, owner, tenantId } = world;

const note = async (to: string) =>
  (await world.propose(proposals.arNote({ changes: [{ field: "note", to }] }))).proposal.id;
const find = async (q: string) =>
  (await listActions(approver, { status: "all", limit: 50, q }, gateway)).items.map(({ id }) => id);
const learned = async () => {
  const rows = await owner<{ word: string }[]>`
    SELECT DISTINCT word FROM search_words WHERE tenant_id = ${tenantId}`;
  return rows.map(({ word }) => word);
};
const entries = async () => {
  const [row] = await owner<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM search_words WHERE tenant_id = ${tenantId}`;
  return row!.count;
};
/** A word of so many letters that no other number gives. */
const wordOf = (number: number, length: number) =>
  [...String(number).padStart(length, "0")].map((digit) => "bcdfghklmn"[Number(digit)]).join("");

await note("Sells rambutan");

test("a word of more than 24 letters, or of as many letters and digits, is found and not learned", async () => {
  const [longest, tooLong, mixed] = ["q".repeat(24), "w".repeat(25), `serial${"x7".repeat(10)}numbers`];
  const id = await note(`${longest} ${tooLong} ${mixed} grade7lemons,limequats/kumquats`);
  for (const word of [longest, tooLong, mixed]) expect(await find(word), word).toEqual([id]);
  const words = await learned();
  expect(words).toEqual(expect.arrayContaining([longest, "grade", "lemons", "limequats", "kumquats"]));
  for (const word of [tooLong, "serial", "numbers"]) expect(words).not.toContain(word);
});

test.each([
  [24, 66],
  [8, 200],
])("one proposal of random words of %i letters teaches %i of them", async (length, count) => {
  const [words, before] = [await learned(), await entries()];
  const sent = Array.from({ length: Math.floor(3_900 / (length + 1)) }, (_, n) => wordOf(n * 7_919, length));
  const id = await note(sent.join(" "));
  expect((await learned()).length - words.length).toBe(count);
  expect((await entries()) - before).toBeLessThanOrEqual(1_600);
  expect(await find(sent.at(-1)!)).toEqual([id]);
});

test("a word in which two neighbouring letters changed places is found, one with more errors is not", async () => {
  const id = await note("Sells avocados and limes");
  for (const typed of ["avcoado", "vaocado", "avocadso", "limse"])
    expect(await find(typed), typed).toEqual([id]);
  expect(await find("acovado")).toEqual([]);
});

test("a full dictionary learns nothing more; new words are found, and errors in old ones corrected", async () => {
  const [row] = await owner<{ letters: number }[]>`
    SELECT max(letters_so_far) AS letters FROM search_words WHERE tenant_id = ${tenantId}`;
  const [all] = await owner<{ letters: number }[]>`
    SELECT sum(length(word))::integer AS letters FROM search_words
    WHERE tenant_id = ${tenantId} AND trigram = ' ' || left(word, 2)`;
  expect(row!.letters).toBe(all!.letters);
  await owner`
    UPDATE search_words SET letters_so_far = 1600000 - 10
    WHERE tenant_id = ${tenantId} AND letters_so_far = ${row!.letters}`;
  const before = await learned();
  const ids = [
    await note("Sells mangosteen"),
    await note("Sells jackfruit longan"),
    await note("Sells durian"),
  ];
  expect((await learned()).filter((word) => !before.includes(word))).toEqual(["mangosteen"]);
  expect(await find("jackfruit")).toEqual([ids[1]]);
  expect(await find("durian")).toEqual([ids[2]]);
  expect(await find("rambutn")).toHaveLength(1);
});
