import dgram from "node:dgram";
import { once } from "node:events";
import net from "node:net";

/** A name server on a free port that answers questions for A and AAAA. */

const QUESTION_START = 12;
const TYPES: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 };
const NAME_ERROR = 3;

/** The addresses of one family; null: there is no such name; undefined: it stays silent. */
export type Zone = (name: string, family: 4 | 6) => readonly string[] | null | undefined;

export async function serveNames(zone: Zone): Promise<{ server: string; close: () => void }> {
  const socket = dgram.createSocket("udp4");
  socket.on("message", (message, { address, port }) => {
    const { name, type, end } = readQuestion(message);
    const family = TYPES[type];
    const answers = family ? zone(name, family) : [];
    if (answers !== undefined) socket.send(answer(message.subarray(0, end), type, answers), port, address);
  });
  await once(socket.bind(0, "127.0.0.1"), "listening");
  return { server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = QUESTION_START;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answer(question: Buffer, type: number, addresses: readonly string[] | null): Buffer {
  const records = (addresses ?? []).map((address) => {
    const data = net.isIPv4(address) ? Buffer.from(address.split(".").map(Number)) : ipv6Bytes(address);
    // The name is the question's own; class IN; kept for no second.
    const head = Buffer.from([0xc0, QUESTION_START, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([head, data]);
  });
  const reply = Buffer.concat([question, ...records]);
  reply.writeUInt16BE(0x8180 | (addresses === null ? NAME_ERROR : 0), 2);
  reply.writeUInt16BE(records.length, 6);
  // No authority and nothing additional, whatever the question carried.
  reply.writeUInt32BE(0, 8);
  return reply;
}

/** Of an address without `::`. */
function ipv6Bytes(address: string): Buffer {
  const bytes = Buffer.alloc(16);
  address.split(":").forEach((part, index) => bytes.writeUInt16BE(Number.parseInt(part, 16), 2 * index));
  return bytes;
}
