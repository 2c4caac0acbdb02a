import { expect } from "vitest";
import type { Theme } from "../case";

const stepBytes = 250_000;
const largeSteps = 12;
const smallSteps = 25;

export const largeState: Theme = {
  title: "large state",
  cases: [
    {
      key: "large",
      name: "three megabytes of step results come back whole, to the last step",
      place: "shared",
      play: ({ own, onGo }) => {
        let ran = 0;
        return {
          functions: [
            onGo(async ({ step }) => {
              const parts: string[] = [];
              for (let index = 0; index < largeSteps; index += 1) {
                parts.push(
                  await step.run(`part ${index}`, () => {
                    ran += 1;
                    return String.fromCodePoint(97 + index).repeat(stepBytes);
                  }),
                );
              }
              return { length: parts.join("").length, first: parts.map((part) => part[0]).join("") };
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({
              status: "Completed",
              output: { length: largeSteps * stepBytes, first: "abcdefghijkl" },
            });
            expect(ran).toBe(largeSteps);
          },
        };
      },
    },
    {
      key: "many",
      name: "many steps in a row each run once, in order",
      place: "shared",
      play: ({ own, onGo }) => {
        const ran: number[] = [];
        return {
          functions: [
            onGo(async ({ step }) => {
              let sum = 0;
              for (let n = 0; n < smallSteps; n += 1)
                sum += await step.run(`add ${n}`, () => (ran.push(n), n));
              return sum;
            }),
          ],
          see: async (scene) => {
            const run = await scene.ended(await scene.send({ name: own("go") }));
            expect(run).toMatchObject({ status: "Completed", output: (smallSteps * (smallSteps - 1)) / 2 });
            expect(ran).toEqual(Array.from({ length: smallSteps }, (_, n) => n));
          },
        };
      },
    },
  ],
};
