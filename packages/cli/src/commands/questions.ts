import type { QuestionInput } from "@countersign/sdk";
import { Command, Option } from "commander";
import { agentClient } from "../config/clients.js";
import { type Context, action, readId, readWhole } from "../context.js";
import { EXIT } from "../exit.js";
import { questionLines } from "../output/proposals.js";
import { readJson } from "./files.js";
import { timeoutOption } from "./waiting.js";

/** Questions to people: ask, wait, show, list, cancel. */

export const questionCommand = (context: Context): Command =>
  new Command("question")
    .description("ask people; an answer decides no proposal")
    .addCommand(
      new Command("ask")
        .description("ask a question, from a file of JSON in the words of the API (-: standard input)")
        .argument("<file>")
        .option("--idempotency-key <key>", "the same key and words are one question")
        .action(
          action(
            context,
            async ({ io, print }, file: string, { idempotencyKey }: { idempotencyKey?: string }) => {
              const input = (await readJson(io, "<file>", file)) as QuestionInput;
              const { questions } = await agentClient(io);
              const options = {
                signal: io.signal,
                ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
              };
              const view = await questions.ask(input, options);
              print(view, questionLines(view));
            },
          ),
        ),
    )
    .addCommand(
      new Command("wait")
        .description("wait until it is answered, or its time is over")
        .argument("<id>", "the question's number", readId)
        .addOption(timeoutOption())
        .action(
          action(context, async ({ io, print }, id: number, { timeout }: { timeout: number }) => {
            const { questions } = await agentClient(io);
            const view = await questions.wait(id, { timeoutMs: timeout * 1_000, signal: io.signal });
            print(view, questionLines(view));
            if (view.status === "pending") return EXIT.pending;
            return view.status === "responded" ? EXIT.done : EXIT.ended;
          }),
        ),
    )
    .addCommand(
      new Command("show")
        .description("show a question; once its end is read, no answer changes any more")
        .argument("<id>", "the question's number", readId)
        .action(
          action(context, async ({ io, print }, id: number) => {
            const view = await (await agentClient(io)).questions.get(id, { signal: io.signal });
            print(view, questionLines(view));
          }),
        ),
    )
    .addCommand(
      new Command("list")
        .description("list your agent's questions, newest first")
        .addOption(
          new Option("--limit <number>", "so many at most")
            .argParser(readWhole("--limit", 1, 200))
            .default(50),
        )
        .action(
          action(context, async ({ io, print }, { limit }: { limit: number }) => {
            const page = await (await agentClient(io)).questions.list({ limit }, { signal: io.signal });
            print(page, page.items.length === 0 ? ["Nothing fits."] : page.items.flatMap(questionLines));
          }),
        ),
    )
    .addCommand(
      new Command("cancel")
        .description("let nobody answer it any more")
        .argument("<id>", "the question's number", readId)
        .action(
          action(context, async ({ io, print }, id: number) => {
            const view = await (await agentClient(io)).questions.cancel(id, { signal: io.signal });
            print(view, questionLines(view));
          }),
        ),
    );
