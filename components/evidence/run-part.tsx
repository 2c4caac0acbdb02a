import { Badge } from "@/components/ui/badge";
import { PageSection } from "@/components/ui/page";
import { OrderedRowList } from "@/components/ui/lists/row-list";
import { costWords } from "@/lib/view/runs/cost-words";
import type { BundledCost, BundledRun, BundledStep, NamedHash } from "@/lib/core/ledger/bundle/files";
import type { RunStatus } from "@/lib/core/run/run";
import { formatCount } from "@/lib/view/decimal";
import { RUN_STATUS_WORDS } from "@/lib/view/runs/run-words";
import { countWords, sentenceCase } from "@/lib/view/words";
import { Aside, Card, Facts, Hash, Moment, Words } from "./parts";

const stepsShownMax = 200;

export function RunPart({ run }: { run: BundledRun }) {
  return (
    <PageSection title="The run">
      <Card>
        <Facts
          rows={{
            Workflow: (
              <>
                <Words>{run.workflow.name}</Words>, version {run.workflow.version}{" "}
                <Hash>{run.workflow.hash}</Hash>
              </>
            ),
            Begun: (
              <>
                by <Words>{run.started_by.label}</Words>, <Moment iso={run.created_at} />
              </>
            ),
            Ended: (
              <>
                {RUN_STATUS_WORDS[run.status as RunStatus]?.title ?? run.status},{" "}
                <Moment iso={run.ended_at} />
              </>
            ),
            Stopped: run.error && (
              <>
                at the step <Words>{run.error.step}</Words>
              </>
            ),
            Cancelled: run.cancelled_by !== null && `by ${run.cancelled_by}`,
            Writes: `${formatCount(run.writes.used)} of at most ${formatCount(run.writes.max)}`,
            Inputs: run.inputs.length > 0 && <Named hashes={run.inputs} />,
          }}
        />
      </Card>
    </PageSection>
  );
}

function Named({ hashes }: { hashes: readonly NamedHash[] }) {
  return (
    <ul className="grid gap-0.5">
      {hashes.map(({ name, sha256 }) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-2">
          <Words>{name}</Words> <Hash>{sha256}</Hash>
        </li>
      ))}
    </ul>
  );
}

export function StepsPart({ steps }: { steps: readonly BundledStep[] }) {
  const firstSteps = steps.slice(0, stepsShownMax);
  return (
    <PageSection title="Steps" aside={<Aside>{countWords(steps.length, "step")}</Aside>}>
      <OrderedRowList>
        {firstSteps.map((step) => (
          <li key={step.id} className="grid gap-1 px-4 py-2.5 text-sm">
            <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
              <span className="font-medium break-words">
                <Words>{step.item === null ? step.step : `${step.step}, item ${step.item + 1}`}</Words>
              </span>
              <span className="font-mono text-xs text-ink-3">{step.tool}</span>
              {step.on_error && <Badge>after an error</Badge>}
              <span className="ml-auto text-xs text-ink-2">
                {step.skipped ? "Skipped" : sentenceCase(step.status.replaceAll("_", " "))}
                {step.attempts > 1 && `, ${countWords(step.attempts, "attempt")}`}
              </span>
            </div>
            {(step.inputs.length > 0 || step.output_sha256 !== null) && (
              <Facts
                rows={{
                  Inputs: step.inputs.length > 0 && <Named hashes={step.inputs} />,
                  Output: step.output_sha256 !== null && <Hash>{step.output_sha256}</Hash>,
                  "Policy denied": step.error?.policy && step.error.policy.rule,
                }}
              />
            )}
          </li>
        ))}
      </OrderedRowList>
      {steps.length > firstSteps.length && (
        <p className="text-sm text-ink-2">
          {countWords(steps.length - firstSteps.length, "more step")} in the file.
        </p>
      )}
    </PageSection>
  );
}

export function CostsPart({ costs }: { costs: readonly BundledCost[] }) {
  return (
    <PageSection title="Costs">
      {costs.length === 0 ? (
        <p className="text-sm text-ink-2">No model was called.</p>
      ) : (
        <Card>
          <Facts
            rows={Object.fromEntries(
              costs.map((cost) => [
                `${cost.provider}, ${cost.model}`,
                `${countWords(cost.calls, "call")}, ${costWords(cost)}`,
              ]),
            )}
          />
        </Card>
      )}
    </PageSection>
  );
}
