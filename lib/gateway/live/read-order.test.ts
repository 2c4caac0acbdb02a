import { expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { type HttpTransport, createHttpTransport } from "@/lib/destinations/netsuite/http-transport";
import { type RequestSlots, createRequestSlots } from "@/lib/destinations/netsuite/request-slots";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { until } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { readLive, readLiveReadings } from "./read-live";

/** Reads of NetSuite for proposals and live views take turns by whoever they are for, where one at a time may run. */

interface ReadBody {
  op: string;
  target?: { customer: string };
  reads?: { target: { customer: string } }[];
}

const share = createRequestSlots({ total: 1, reads: 1 });
let asked = 0;
const slots: RequestSlots = {
  take(...request) {
    const taken = share.take(...request);
    asked += 1;
    return taken;
  },
};
const plain = createHttpTransport(1);
/** The customers that NetSuite was asked for, in that order. */
const read: string[] = [];
const transport: HttpTransport = {
  post(request) {
    const { target, reads } = JSON.parse(request.body) as ReadBody;
    read.push((target ?? reads![0]!.target).customer);
    return plain.post(request);
  },
  close: () => plain.close(),
};
const world = await useWorld({ client: { slots, transport, timeoutMs: 60_000 } });
const agents = [await world.home.agent("one"), await world.home.agent("two")];

const note = (customer: string) => proposals.arNote({ entity_ref: customer });
const waitingFor = async (customer: string) => (await world.propose(note(customer))).proposal.id;
const alone = async (person: Person, customer: string) => {
  const id = await waitingFor(customer);
  return () => readLive(person, id, world.gateway);
};
const several = async (person: Person, customer: string) => {
  const ids = [await waitingFor(customer), await waitingFor(customer)];
  return () => readLiveReadings(person, ids, world.gateway);
};

test.each([
  ["one action each", alone],
  ["several actions each", several],
])("a person's burst of live views (%s) waits behind everybody else's first request", async (_, view) => {
  const { approver, admin } = world;
  const burst = await view(approver, "Coastal Pantry");
  const other = await view(admin, "Riverbend Foods");
  const release = await share.take("read", 0, "somebody else");
  read.length = asked = 0;
  const answers: Promise<unknown>[] = [];
  const wait = async (ask: () => Promise<unknown>) => {
    answers.push(ask());
    await until("the request waits for its turn", async () => asked === answers.length);
  };
  for (const ask of [burst, burst, burst, other]) await wait(ask);
  await wait(() => world.propose(note("Northgate Grocers"), agents[0]));
  await wait(() => world.propose(note("Pinecrest Co-op"), agents[1]));
  release!();
  await Promise.all(answers);
  const first = ["Coastal Pantry", "Riverbend Foods", "Northgate Grocers", "Pinecrest Co-op"];
  expect(read).toEqual([...first, "Coastal Pantry", "Coastal Pantry"]);
});

test("a person's burst of edits waits behind everybody else's first one", async () => {
  const { edit } = amendmentsOf(world);
  const changes = [{ field: "note", to: "Promised for Monday" }];
  const editOf = async (customer: string, by: Person) => {
    const { proposal } = await world.propose(note(customer));
    return () => edit(proposal, { changes }, by);
  };
  const edits = [
    await editOf("Coastal Pantry", world.approver),
    await editOf("Coastal Pantry", world.approver),
    await editOf("Coastal Pantry", world.approver),
    await editOf("Riverbend Foods", world.admin),
  ];
  const release = await share.take("read", 0, "somebody else");
  read.length = asked = 0;
  const answers: Promise<unknown>[] = [];
  for (const begin of edits) {
    answers.push(begin());
    await until("the request waits for its turn", async () => asked === answers.length);
  }
  release!();
  await Promise.all(answers);
  expect(read).toEqual(["Coastal Pantry", "Riverbend Foods", "Coastal Pantry", "Coastal Pantry"]);
});
