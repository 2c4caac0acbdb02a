"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { useRead } from "@/components/data/use-read";
import { announce } from "@/components/ui/announcer";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Sheet, SheetBody } from "@/components/ui/sheets/sheet";
import { ClockTime, RelativeTime } from "@/components/ui/time";
import type { Deliveries, DeliveryView, EndpointView } from "@/lib/contract/settings/webhooks";
import { act } from "@/lib/operations/act";
import { DELIVERY_WORDS, attemptWords } from "@/lib/view/webhooks/webhook-words";

const FRESH_MS = 2_000;
const deliveriesKey = (id: number) => ["webhook-deliveries", id] as const;

/** An endpoint's newest deliveries with their attempts; a test, and each of them once more. */
export function DeliveriesSheet({ endpoint, onClose }: { endpoint: EndpointView; onClose: () => void }) {
  const { id } = endpoint;
  const list = useRead<Deliveries>(deliveriesKey(id), `/api/webhook-endpoints/${id}/deliveries`, {
    refetchInterval: FRESH_MS,
  });
  const { ask, asking, failure } = useAsk(id);
  return (
    <Sheet onClose={onClose} title="Attempts" description={endpoint.url}>
      <SheetBody>
        {failure && <Failure title="Nothing was sent" text={failure} />}
        {endpoint.state === "enabled" && (
          <div>
            <Button
              size="small"
              disabled={asking}
              onClick={() => void ask(() => act("testWebhookEndpoint", { id }), "A ping is on its way.")}
            >
              Send a ping
            </Button>
          </div>
        )}
        {list.error && <ReadFailure title="The attempts could not be read" query={list} />}
        {list.data?.items.length === 0 && <p className="text-sm text-ink-2">Nothing has happened yet.</p>}
        <ol className="grid gap-2" aria-label="Deliveries">
          {list.data?.items.map((delivery) => (
            <li key={delivery.id}>
              <Delivery
                delivery={delivery}
                canResend={endpoint.state === "enabled" && delivery.state !== "sending" && !asking}
                onResend={() =>
                  void ask(() => act("resendWebhook", { id: delivery.id }), "It is on its way again.")
                }
              />
            </li>
          ))}
        </ol>
        {list.data?.next_cursor && (
          <p className="text-xs text-ink-3">The newest fifty. The route lists the ones before.</p>
        )}
      </SheetBody>
    </Sheet>
  );
}

/** One request at a time; its outcome is read out, and the list is read again. */
function useAsk(endpointId: number) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const ask = async (send: () => ReturnType<typeof act<"resendWebhook">>, words: string) => {
    setAsking(true);
    setFailure(null);
    try {
      const answered = await send();
      if (answered.ok) announce(words);
      else setFailure(answered.problem.detail);
    } catch {
      setFailure("The server did not answer. Look at the list before you try again.");
    }
    setAsking(false);
    await queries.invalidateQueries({ queryKey: deliveriesKey(endpointId) });
  };
  return { ask, asking, failure };
}

interface DeliveryProps {
  delivery: DeliveryView;
  canResend: boolean;
  onResend: () => void;
}

function Delivery({ delivery, canResend, onResend }: DeliveryProps) {
  const { title, tone } = DELIVERY_WORDS[delivery.state];
  const { subject, next_attempt_at: nextAt } = delivery;
  return (
    <article
      aria-label={`${delivery.type} ${subject.id}`}
      className="grid gap-1 rounded-lg border bg-bg px-3 py-2.5 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-mono text-xs font-semibold">{delivery.type}</span>
        <a href={subject.url} className="text-xs underline underline-offset-2 max-md:py-3">
          #{subject.id}
        </a>
        <Badge tone={tone}>{title}</Badge>
        <span className="text-xs text-ink-3">
          <RelativeTime iso={delivery.occurred_at} />
        </span>
        <Button
          size="small"
          className="ml-auto"
          disabled={!canResend}
          aria-label={`Send ${delivery.type} ${subject.id} again`}
          onClick={onResend}
        >
          Send again
        </Button>
      </div>
      <p className="font-mono text-2xs break-all text-ink-3">
        {delivery.webhook_id} · seq {delivery.seq}
      </p>
      {delivery.log.length > 0 && (
        <ol className="grid gap-0.5 text-xs text-ink-2" aria-label="Attempts">
          {delivery.log.map((attempt, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- attempts are only added at the end
            <li key={index}>
              <ClockTime iso={attempt.at} className="font-mono" /> {attemptWords(attempt)}
              {attempt.ms !== undefined && ` (${attempt.ms} ms)`}
            </li>
          ))}
        </ol>
      )}
      {nextAt && (
        <p className="text-xs text-ink-3">
          Next attempt <RelativeTime iso={nextAt} />
        </p>
      )}
    </article>
  );
}
