import { PageSection } from "@/components/ui/page";
import type { ActionStatus } from "@/lib/core/action/proposed-action";
import { type RiskTier, tierLabel } from "@/lib/core/action/risk-tier";
import type {
  BundledAction,
  BundledActionReceipt,
  BundledDecision,
  BundledPush,
} from "@/lib/core/ledger/bundle/files";
import { STATUS_WORDS } from "@/lib/view/action/status-words";
import { decisionVerb, proofWords, readbackWords } from "@/lib/view/evidence/evidence-words";
import { countWords } from "@/lib/view/words";
import { Aside, Card, Facts, Hash, Moment, Words } from "./parts";

/** A roll with more lines has them all in the file. */
const linesShownMax = 50;

interface ActionPartProps {
  action: BundledAction;
  decisions: readonly BundledDecision[];
  receipts: readonly BundledActionReceipt[];
}

/** One action from the request to the read-back. */
export function ActionPart({ action, decisions, receipts }: ActionPartProps) {
  const { entity, proposed_by: by, policy, pushes, live_reading: live } = action;
  return (
    <PageSection
      title={`Proposed action #${action.id}`}
      aside={<Aside>{STATUS_WORDS[action.status as ActionStatus] ?? action.status}</Aside>}
    >
      <Card>
        <Facts
          rows={{
            Asked: (
              <>
                <Words>{action.action_type}</Words> on {entity.type} <Words>{entity.ref}</Words>, changing{" "}
                <Words>{action.fields.join(", ")}</Words>; by the agent <Words>{by.agent}</Words>,{" "}
                <Moment iso={action.created_at} />
              </>
            ),
            Payload: <Hash>{action.payload_sha256}</Hash>,
            "Live reading": live.read_at ? (
              <>
                <Moment iso={live.read_at} /> <Hash>{live.sha256}</Hash>
              </>
            ) : (
              "NetSuite could not be read before it was proposed."
            ),
            Tier: `${tierLabel(action.tier.level as RiskTier)}${action.tier.raised_from === null ? "" : `, raised from L${action.tier.raised_from} while it waited`}`,
            Policy: (
              <>
                Version {policy.version}, rule <Words>{policy.rule}</Words>:{" "}
                {countWords(policy.approvals, "approval")}
                {policy.step_up && " with a second factor"} <Hash>{policy.hash}</Hash>
              </>
            ),
            Decided:
              decisions.length > 0 ? (
                <ul className="grid gap-1">
                  {decisions.map((decision) => (
                    <Decision key={decision.id} decision={decision} />
                  ))}
                </ul>
              ) : (
                "Nobody decided it."
              ),
            Applied:
              pushes.length > 0 ? (
                <ul className="grid gap-1">
                  {pushes.slice(0, linesShownMax).map((push) => (
                    <Line
                      key={push.id}
                      push={push}
                      isOnly={pushes.length === 1}
                      receipt={receipts.find((receipt) => receipt.push_id === push.id) ?? null}
                    />
                  ))}
                  {pushes.length > linesShownMax && (
                    <li>{countWords(pushes.length - linesShownMax, "more line")} in the file.</li>
                  )}
                </ul>
              ) : (
                "Nothing was sent."
              ),
            Undoes: action.undo_of !== null && `#${action.undo_of}`,
            "Takes the place of": action.supersedes !== null && `#${action.supersedes}`,
          }}
        />
      </Card>
    </PageSection>
  );
}

function Decision({ decision }: { decision: BundledDecision }) {
  return (
    <li>
      {decisionVerb(decision)} <Words>{decision.by.label}</Words>, {proofWords(decision)},{" "}
      <Moment iso={decision.at} />
    </li>
  );
}

interface LineProps {
  push: BundledPush;
  isOnly: boolean;
  receipt: BundledActionReceipt | null;
}

function Line({ push, isOnly, receipt }: LineProps) {
  const { destination, record_id: record, applied_at: appliedAt } = push;
  return (
    <li>
      {!isOnly && <span className="text-ink-3">Line {push.line}: </span>}
      {appliedAt ? (
        <>
          Written to {destination === "netsuite" ? "NetSuite" : "our own tables"}
          {record !== null && (
            <>
              , record <Words>{record}</Words>
            </>
          )}
          , <Moment iso={appliedAt} />.
        </>
      ) : (
        `Not written: ${push.status}.`
      )}{" "}
      {readbackWords(push)}
      {receipt &&
        (receipt.reversible ? " Another write can take it back." : " No other write can take it back.")}
    </li>
  );
}
