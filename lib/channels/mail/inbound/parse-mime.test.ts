import { expect, test } from "vitest";
import { parseMime } from "./parse-mime";

const mailOf = (type: string, body: string) =>
  Buffer.from(`From: ana@berries.example\nTo: in@sign.example\nContent-Type: ${type}\n\n${body}`);
const filled = (type: string, piece: string) =>
  mailOf(type, piece.repeat(Math.floor(900_000 / piece.length)));

test.each([
  ["of empty lines", filled("text/plain", "\n")],
  ["of lines that are ended otherwise", filled("text/plain", "\r")],
  ["of HTML of empty lines", filled("text/html", " \n")],
  ["of empty parts", filled("multipart/mixed; boundary=b", "--b\n\n")],
  ["of flowed lines", filled("text/plain; format=flowed; delsp=yes", "> \n")],
  ["of tags", filled("text/html", "<p>")],
  ["of blanks", filled("text/html", " ")],
  ["of soft line ends", filled("text/plain", "=\n")],
])("a mail of 900 kB %s is read, or refused, in seconds", async (_what, raw) => {
  const began = performance.now();
  await parseMime(raw, null);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a mail with a megabyte of attachments is read", async () => {
  const attached = `${"QUJD".repeat(19)}\n`.repeat(12_000);
  const parts = [
    "--b\nContent-Type: text/plain\n\nYes\n",
    `--b\nContent-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\n${attached}\n--b--`,
  ];
  expect(await parseMime(mailOf("multipart/mixed; boundary=b", parts.join("")), null)).toMatchObject({
    text: expect.stringContaining("Yes") as unknown,
    attachments: ["a.png"],
  });
});
