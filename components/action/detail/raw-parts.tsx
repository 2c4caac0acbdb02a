import { EvidenceSection } from "@/components/evidence/evidence-section";
import { Definitions } from "@/components/ui/definitions";
import { Section } from "@/components/ui/page";
import { UntrustedText } from "@/components/ui/untrusted-text";
import type { ActionDetail } from "@/lib/contract/actions/action-view";

/** The parts of an action's page that few open: their code comes with the first press. */

/** The very text that is hashed and executed; line breaks are the screen's own. */
export function RawPayload({ detail }: { detail: ActionDetail }) {
  return (
    <div className="grid gap-2">
      <p className="text-xs text-ink-3">
        The exact text that is hashed and executed. SHA-256{" "}
        <span className="font-mono break-all">{detail.payload_hash}</span>
      </p>
      <pre
        className="rounded-[9px] border bg-panel p-3 font-mono text-xs leading-5 break-all whitespace-pre-wrap"
        data-testid="payload-text"
      >
        <UntrustedText>{detail.payload_text}</UntrustedText>
      </pre>
    </div>
  );
}

/** The sources that the agent names, as it sent them, as text. Links are not clickable. */
export function Evidence({ detail }: { detail: ActionDetail }) {
  return (
    <div className="grid gap-4">
      <Section title="Sealed by us">
        <div className="rounded-[9px] border bg-panel p-3">
          <EvidenceSection place={{ kind: "proposed_action", id: detail.id }} />
        </div>
      </Section>
      <p className="text-xs text-ink-3">Sent by the agent, not checked. Links are shown as text.</p>
      {detail.evidence.length === 0 ? (
        <p className="text-sm text-ink-2">
          {detail.prose_blanked_at === null
            ? "The agent sent no evidence with this proposal."
            : `The agent's text was blanked on ${detail.prose_blanked_at.slice(0, 10)}, when its retention period ended.`}
        </p>
      ) : (
        <ol className="grid gap-2">
          {detail.evidence.map((entry, index) => (
            <li
              key={index}
              className="rounded-lg border bg-panel px-3 py-2 text-sm break-words whitespace-pre-wrap"
            >
              {typeof entry === "string" ? (
                <UntrustedText>{entry}</UntrustedText>
              ) : (
                <span className="font-mono text-xs">
                  <UntrustedText>{JSON.stringify(entry, null, 2)}</UntrustedText>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <Definitions
        className="text-sm [&>dd]:font-mono [&>dd]:text-[13px] [&>dd]:break-all"
        rows={{
          Agent: detail.agent,
          "On behalf of": detail.on_behalf_of,
          Conversation: detail.conversation_ref,
          Model: detail.model,
          "Prompt template": detail.prompt_template_version,
        }}
      />
    </div>
  );
}

export function SystemRows({ detail }: { detail: ActionDetail }) {
  const { policy, receipt } = detail;
  return (
    <Definitions
      className="border-t px-3 py-2.5 text-xs [&>dd]:font-mono [&>dd]:break-all"
      rows={{
        "Tier rule": detail.risk_rule,
        "Policy rule": `${policy.rule} (v${policy.version})`,
        "Policy hash": policy.hash,
        "Payload hash": detail.payload_hash,
        "Correlation id": detail.correlation_id,
        "Action key": receipt?.idempotency_key,
        "NetSuite record": detail.push?.destination === "netsuite" ? detail.ns_internal_id : null,
        "Kept as": detail.push?.destination === "internal" ? detail.ns_internal_id : null,
        "Record read at": detail.facts_read_at,
      }}
    />
  );
}
