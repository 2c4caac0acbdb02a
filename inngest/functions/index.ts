import { beginForEventFunction } from "./begin-for-event";
import { beginScheduledFunction } from "./begin-scheduled";
import { deliverMessagesFunction } from "./deliver-messages";
import { deliverWebhooksFunction, sweepWebhooksFunction } from "./deliver-webhooks";
import { dispatchOutboxFunction } from "./dispatch-outbox";
import { enforceRetentionFunction } from "./enforce-retention";
import { expireActionsFunction } from "./expire-actions";
import { pushActionFunction } from "./push-action";
import { reconcilePushesFunction } from "./reconcile-pushes";
import { rescueLeasesFunction } from "./rescue-leases";
import { sealLedgerFunction } from "./seal-ledger";
import { subscriberFunctions } from "./subscribers";
import { sweepInteractionsFunction } from "./sweep-interactions";
import { sweepMessagesFunction } from "./sweep-messages";
import { tidyRunsFunction } from "./tidy-runs";
import { workFunction } from "./work";

/** All our Inngest functions. Each calls the verb of its name. */
export function allFunctions() {
  return [
    pushActionFunction(),
    dispatchOutboxFunction(),
    reconcilePushesFunction(),
    expireActionsFunction(),
    rescueLeasesFunction(),
    enforceRetentionFunction(),
    sealLedgerFunction(),
    workFunction(),
    beginScheduledFunction(),
    beginForEventFunction(),
    tidyRunsFunction(),
    sweepInteractionsFunction(),
    deliverMessagesFunction(),
    sweepMessagesFunction(),
    deliverWebhooksFunction(),
    sweepWebhooksFunction(),
    ...subscriberFunctions(),
  ];
}
