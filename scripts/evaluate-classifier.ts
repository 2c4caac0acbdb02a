import { classifierModelFrom } from "@/lib/core/run/model-providers";
import { systemClock } from "@/lib/clock";
import { getEnv } from "@/lib/env";
import { classify } from "@/lib/interactions/classify/classify";
import { classifyByRules } from "@/lib/interactions/classify/by-rules";
import { type Figures, figuresOf, kappaOf } from "@/lib/interactions/classify/evaluation/figures";
import {
  type Classified,
  type LabelledMessage,
  SPLITS,
  questionOf,
  readMessages,
  replyOf,
} from "@/lib/interactions/classify/evaluation/messages";
import { createSender } from "@/lib/outbound";

/**
 * `npm run evaluate:classifier`: the figures of the labelled messages, by rules, and by the model that CLASSIFIER_MODEL names. The
 * README beside the messages says how far they can be relied on.
 */

const messages = readMessages();
const model = classifierModelFrom(getEnv());
console.log(`Agreement of the two passes (Cohen's kappa): ${kappaOf(messages).toFixed(3)}`);
for (const split of SPLITS) print(`By rules, ${split}`, figuresOf(byRules(messagesOf(split))));
if (model === null)
  console.log("\nBy a model: not measured. Set CLASSIFIER_MODEL and its provider to measure one.");
else
  for (const split of SPLITS)
    print(`By ${model.provider.name}/${model.model}, ${split}`, figuresOf(await byModel(messagesOf(split))));

function messagesOf(split: LabelledMessage["split"]): LabelledMessage[] {
  return messages.filter((message) => message.split === split);
}

function byRules(some: readonly LabelledMessage[]): Classified[] {
  return some.map((message) => {
    const startedAt = performance.now();
    const given = classifyByRules(replyOf(message), questionOf(message));
    return { message, given, ms: performance.now() - startedAt };
  });
}

async function byModel(some: readonly LabelledMessage[]): Promise<Classified[]> {
  const sender = createSender({ ownUrls: [], openAddresses: getEnv().OUTBOUND_ALLOW, clock: systemClock });
  const classified: Classified[] = [];
  for (const message of some) {
    const startedAt = performance.now();
    const given = await classify(replyOf(message), questionOf(message), { sender, classifierModel: model });
    classified.push({ message, given, ms: performance.now() - startedAt });
  }
  return classified;
}

function print(title: string, figures: Figures): void {
  const { relevanceConfusion, readingConfusion, ...rest } = figures;
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(rest))
    console.log(
      `  ${name}: ${Array.isArray(value) ? `${value.length} ${value.join(" ")}` : round(value as number)}`,
    );
  console.table(relevanceConfusion);
  console.table(readingConfusion);
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
