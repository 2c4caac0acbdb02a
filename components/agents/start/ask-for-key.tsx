import { PageFrame } from "@/components/ui/page";
import { FirstLines } from "./first-lines";
import { CodeBlock } from "./code-block";
import { environmentLines } from "./snippets";
import { Step } from "./step";
import { START_TEXT, START_TITLE } from "./words";

const wishes = [
  "a name for the agent, such as pricing-agent: people see it on each proposal",
  "the person that it speaks for, if there is one: they are never the only approver of what matters most",
  "its key, by a way that keeps secrets: it is shown once, and only on an administrator's screen",
];

/** For those who write an agent and may not make its key: the wishes to bring to an administrator, and the lines. */
export function AskForKey({ url }: { url: string }) {
  return (
    <PageFrame title={START_TITLE} text={START_TEXT}>
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
        <Step number={1} title="Ask an administrator">
          <p className="text-sm text-ink-2">Only administrators make keys. Ask one of yours for</p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {wishes.map((wish) => (
              <li key={wish}>{wish}</li>
            ))}
          </ul>
        </Step>
        <Step number={2} title="Give it its key">
          <CodeBlock subject="address and key" caption="The environment of your program">
            {environmentLines(url, null)}
          </CodeBlock>
        </Step>
        <Step number={3} title="Make its first proposal">
          <FirstLines url={url} agent="your agent" />
          <p className="text-sm text-ink-2">The proposal appears in the inbox.</p>
        </Step>
      </div>
    </PageFrame>
  );
}
