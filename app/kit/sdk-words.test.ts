import { ACTIONS, type Action, Countersign } from "@countersign/sdk";
import { describe, expect, test } from "vitest";
import { DEFINITIONS } from "@/lib/action-types/registry";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import { KIT_ACTIONS, inWordsOf, proposalOf } from "@/lib/contract/kit/kit-action";
import { COMPLAINT_PATHS, TOOL_EXAMPLES } from "./testing/examples";

/** The SDK cannot import the kit, and says the same. */

const methods = Object.entries<Action>(ACTIONS);
const kitOf = (type: string) => KIT_ACTIONS.find(({ definition }) => definition.type === type)!;

type Method = (input: object) => Promise<unknown>;

/** The request that the SDK makes of these words. With `errors` the server refuses it, and the refusal is thrown. */
async function send(
  name: string,
  input: object,
  errors?: object[],
): Promise<{ sent: unknown; thrown: unknown }> {
  let sent: unknown;
  const fetch = async (_input: unknown, init?: RequestInit) => {
    sent = JSON.parse(init!.body as string);
    const body = errors ? { code: "validation_failed", detail: "No.", status: 422, errors } : { id: 1 };
    return Response.json(body, { status: errors ? 422 : 201 });
  };
  const { propose } = new Countersign({ url: "https://countersign.test", agentKey: "k", fetch });
  const thrown = await (propose as unknown as Record<string, Method>)[name]!(input).then(
    () => null,
    (error: unknown) => error,
  );
  return { sent, thrown };
}

test("the SDK has one method for each action type", () => {
  expect(methods.map(([, { actionType }]) => actionType).toSorted()).toEqual(
    DEFINITIONS.map(({ type }) => type).toSorted(),
  );
});

describe.each(methods)("the SDK's propose.%s", (name, action) => {
  const { definition, schema } = kitOf(action.actionType);
  const words = { ...TOOL_EXAMPLES[definition.tool.name]!, reason: "Because", evidence: ["PO 7"] };

  test("sends what the kit's tool proposes in the same words", async () => {
    const parsed = schema.parse({ ...words, idempotencyKey: "k" });
    const { sent } = await send(name, words);
    expect(proposalSchema.parse(sent)).toEqual(proposalSchema.parse(proposalOf(definition, parsed)));
  });

  test("tells complaints of the API in the words that the kit uses", async () => {
    const errors = COMPLAINT_PATHS.map((path) => ({ path, message: "is wrong" }));
    const { thrown } = await send(name, words, errors);
    const problem = { type: "", title: "", status: 422, code: "", detail: "", errors };
    expect(thrown).toMatchObject({ errors: inWordsOf(definition, problem, words).errors });
  });

  test("sends nothing without a word that it needs, or with one that it does not have", async () => {
    const needed = action.words.filter(({ required }) => required);
    for (const { name: word } of needed) {
      const { [word]: _left, ...others } = words as Record<string, unknown>;
      const { sent, thrown } = await send(name, others);
      expect(sent).toBeUndefined();
      expect(thrown).toMatchObject({ errors: [{ path: word }] });
    }
    const { sent, thrown } = await send(name, { ...words, nonsense: 1 });
    expect(sent).toBeUndefined();
    expect(thrown).toMatchObject({ errors: [{ path: "nonsense" }] });
  });
});
