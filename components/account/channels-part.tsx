"use client";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { ChoiceField } from "@/components/ui/forms/choice-field";
import { SelectField } from "@/components/ui/forms/fields";
import { useSubmission } from "@/components/ui/forms/use-submission";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ChannelView } from "@/lib/contract/settings/channels";
import { RISK_TIERS, tierLabel } from "@/lib/core/action/risk-tier";
import { act } from "@/lib/operations/act";
import { ChannelHealth } from "./channel-health";
import { Part } from "./part";
import { TestButton } from "./test-button";
import { LetAnswer } from "./webhook/let-answer";

interface ChannelsPartProps {
  channels: readonly ChannelView[];
  /** Only people who decide can choose to hear about proposed changes. */
  decides: boolean;
}

export function ChannelsPart({ channels, decides }: ChannelsPartProps) {
  return (
    <Part
      title="Your channels"
      text="Everything is always here in the app. Choose what you also want to hear about elsewhere."
      className="md:col-span-2"
    >
      <ul className="grid gap-4" aria-label="Channels">
        {channels.map((channel) => (
          <li key={channel.kind} className="grid gap-3.5 border-t pt-3.5 first:border-t-0 first:pt-0">
            <Channel channel={channel} decides={decides} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Channel({ channel, decides }: { channel: ChannelView; decides: boolean }) {
  const { title, missing, reaches, accounts, endpoint } = channel;
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-sm font-semibold">{title}</h3>
        {endpoint === null && (
          <p className="text-sm text-ink-2">
            {missing ?? (reaches === null ? "Not connected for you yet." : <Reaches where={reaches} />)}
          </p>
        )}
      </div>
      {endpoint && <LetAnswer endpoint={endpoint} />}
      {(endpoint === null || reaches !== null) && (
        <ChannelChoices channel={channel} decides={decides && channel.carries_actions} />
      )}
      {missing === null && reaches !== null && <TestButton channel={channel} />}
      {accounts !== null && accounts.length > 0 && <ChannelHealth accounts={accounts} />}
    </>
  );
}

const Reaches = ({ where }: { where: string }) => (
  <>
    Sent to <UntrustedText>{where}</UntrustedText>.
  </>
);

const NO_TIER = "none";
const TIERS = [
  { value: NO_TIER, name: "None" },
  ...RISK_TIERS.map((tier) => ({
    value: String(tier),
    name: tier === 1 ? "All of them" : `${tierLabel(tier)} and above`,
  })),
];

/** A choice applies to what comes from now on; nothing already waiting is sent. */
function ChannelChoices({ channel, decides }: { channel: ChannelView; decides: boolean }) {
  const router = useRouter();
  const { kind } = channel;
  const { sending, failure, send } = useSubmission();
  const [questions, setQuestions] = useState(channel.questions);
  const [tier, setTier] = useState(channel.tier_min);
  // Undefined: as before. Until the person says, it follows the other choices.
  const [outcomes, setOutcomes] = useState<boolean>();
  const isOtherChanged = questions !== channel.questions || tier !== channel.tier_min;
  const follows = isOtherChanged && !channel.outcomes_chosen;
  const hearsOutcomes = outcomes ?? (follows ? questions || tier !== null : channel.outcomes);
  const isChanged = isOtherChanged || hearsOutcomes !== channel.outcomes;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!(await send(() => act("setPreference", { kind, questions, tier_min: tier, outcomes })))) return;
    announce("Your choice is saved.");
    router.refresh();
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-3.5 md:max-w-md">
      <ChoiceField
        name={`questions-${kind}`}
        legend="Tell me about"
        error={null}
        multiple
        options={[{ value: "on", label: "Questions that I am asked" }]}
        chosen={questions ? ["on"] : []}
        readOnly={sending}
        onChange={(chosen) => setQuestions(chosen.length > 0)}
      />
      {decides && (
        <SelectField
          name={`tier-${kind}`}
          label="Proposed changes"
          hint="Those that you may decide, from now on."
          options={TIERS}
          value={tier === null ? NO_TIER : String(tier)}
          disabled={sending}
          onChange={({ target: { value } }) =>
            setTier(RISK_TIERS.find((one) => String(one) === value) ?? null)
          }
        />
      )}
      {decides && (
        <ChoiceField
          name={`outcomes-${kind}`}
          legend="After your decision"
          error={null}
          multiple
          options={[
            {
              value: "on",
              label: "Writes that you approved and that are held back, give up or read back differently",
            },
          ]}
          chosen={hearsOutcomes ? ["on"] : []}
          readOnly={sending}
          onChange={(chosen) => setOutcomes(chosen.length > 0)}
        />
      )}
      {failure && <Failure title="Your choice was not saved" text={failure} />}
      <div>
        <Button type="submit" disabled={sending || !isChanged}>
          {sending ? "Saving…" : "Save choice"}
        </Button>
      </div>
    </form>
  );
}
