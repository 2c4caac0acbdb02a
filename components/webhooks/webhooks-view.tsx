/** This room shows the endpoints of webhooks, what each was told, and manages their keys. */
"use client";
import Link from "next/link";
import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { lazily } from "@/components/ui/lazily";
import { PageFrame, PageSection } from "@/components/ui/page";
import { DialogButton } from "@/components/ui/sheets/dialog-button";
import { EmptyState } from "@/components/ui/states";
import { Countdown, RelativeTime } from "@/components/ui/time";
import type { EndpointView, Endpoints } from "@/lib/contract/settings/webhooks";
import { formatCount } from "@/lib/view/decimal";
import { disabledWords, endpointWords } from "@/lib/view/webhooks/webhook-words";
import { countWords } from "@/lib/view/words";

// Their code comes with the first press.
const CreateEndpoint = lazily(() => import("./endpoint-dialogs").then((module) => module.CreateEndpoint));
const ManageEndpoint = lazily(() => import("./manage-endpoint").then((module) => module.ManageEndpoint));
const DeliveriesSheet = lazily(() => import("./deliveries").then((module) => module.DeliveriesSheet));

export function WebhooksView({ items, catalogue }: Endpoints) {
  return (
    <PageFrame
      title="Webhooks"
      text="Addresses of other systems that hear of what happens here, signed by Standard Webhooks. They carry ids and a status, never a value."
    >
      <BackLink href="/agents">Agents</BackLink>
      <div>
        <DialogButton
          tone="solid"
          renderDialog={(onClose) => <CreateEndpoint catalogue={catalogue} onClose={onClose} />}
        >
          Create an endpoint…
        </DialogButton>
      </div>
      {items.length === 0 ? (
        <EmptyState
          title="No endpoints yet"
          text="Create one with the address of your system; it gets a secret with which it verifies what comes."
        />
      ) : (
        <ul className="grid gap-2.5" aria-label="Endpoints">
          {items.map((endpoint) => (
            <li key={endpoint.id}>
              <EndpointRow endpoint={endpoint} catalogue={catalogue} />
            </li>
          ))}
        </ul>
      )}
      <Catalogue catalogue={catalogue} />
    </PageFrame>
  );
}

interface RowProps {
  endpoint: EndpointView;
  catalogue: Endpoints["catalogue"];
}

function EndpointRow({ endpoint, catalogue }: RowProps) {
  const { title, tone } = endpointWords(endpoint);
  const { delivered, failed } = endpoint.last_24_hours;
  return (
    <article
      aria-label={endpoint.url}
      data-endpoint-id={endpoint.id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-[10px] border bg-panel px-4 py-3 shadow-lift"
    >
      <div className="grid min-w-0 flex-1 gap-1 max-md:basis-full">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-mono text-sm font-semibold break-all">
          {endpoint.url}
          <Badge tone={tone}>{title}</Badge>
          {endpoint.previous_keys_until && <Badge tone="warn">two secrets</Badge>}
        </h2>
        {endpoint.description && <p className="text-sm text-ink-2">{endpoint.description}</p>}
        <Health endpoint={endpoint} />
        <p className="text-xs text-ink-3">
          Last 24 hours: {formatCount(delivered)} delivered, {formatCount(failed)} given up ·{" "}
          {formatCount(endpoint.waiting)} waiting ·{" "}
          {countWords(endpoint.events.length, "kind of event", "kinds of events")}
        </p>
        <p className="text-xs break-words text-ink-3">{endpoint.events.join(", ")}</p>
      </div>
      <div className="flex gap-2 max-md:w-full max-md:[&>*]:flex-1">
        <DialogButton
          aria-label={`Attempts of ${endpoint.url}`}
          renderDialog={(onClose) => <DeliveriesSheet endpoint={endpoint} onClose={onClose} />}
        >
          Attempts…
        </DialogButton>
        <DialogButton
          aria-label={`Manage ${endpoint.url}`}
          renderDialog={(onClose) => (
            <ManageEndpoint endpoint={endpoint} catalogue={catalogue} onClose={onClose} />
          )}
        >
          Manage…
        </DialogButton>
      </div>
    </article>
  );
}

function Health({ endpoint }: { endpoint: EndpointView }) {
  const {
    state,
    disabled_at: disabledAt,
    failing_since: since,
    delivered_at: deliveredAt,
    previous_keys_until: until,
  } = endpoint;
  return (
    <p className="text-sm text-ink-2">
      {state === "disabled" && (
        <>
          {disabledWords(endpoint.disabled_because)} Disabled <RelativeTime iso={disabledAt!} />.{" "}
        </>
      )}
      {since && (
        <>
          First failed <RelativeTime iso={since} />, and nothing has arrived since.{" "}
        </>
      )}
      {deliveredAt ? (
        <>
          Last delivered <RelativeTime iso={deliveredAt} />
        </>
      ) : (
        "Nothing was delivered yet"
      )}
      {until && (
        <>
          ; the secret before stops <Countdown iso={until} prefix="in " />
        </>
      )}
    </p>
  );
}

function Catalogue({ catalogue }: Pick<Endpoints, "catalogue">) {
  return (
    <PageSection title="Events">
      <dl className="grid gap-x-4 gap-y-2 rounded-[10px] border bg-panel px-4 py-3 text-sm md:grid-cols-[auto_1fr]">
        {catalogue.map(({ event, sent }) => (
          <div key={event} className="contents">
            <dt className="font-mono text-xs leading-5">{event}</dt>
            <dd className="text-ink-2 max-md:-mt-1.5 max-md:pb-1">{sent}</dd>
          </div>
        ))}
        <div className="contents">
          <dt className="font-mono text-xs leading-5">ping</dt>
          <dd className="text-ink-2 max-md:-mt-1.5">
            For a test, to any endpoint. How to verify one:{" "}
            <Link href="/api/openapi.json" className="underline underline-offset-2">
              the contract
            </Link>{" "}
            and docs/webhooks.md.
          </dd>
        </div>
      </dl>
    </PageSection>
  );
}
