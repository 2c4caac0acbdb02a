import type { TenantTransaction } from "@/db/client";
import type { MessageRow } from "@/db/queries/messages/messages";
import type { RecipientRow } from "@/db/queries/messages/recipients";
import type { Card } from "@/lib/channels/card";
import type { MessagePerson } from "@/lib/channels/channel";
import type { Role } from "@/lib/core/access/principal";
import type { ChannelKind } from "@/lib/core/message/message";
import type { Occasion, RecipientNow, SubjectNow } from "@/lib/core/message/next-step";

/** Somebody whom a message is for, with the role that the app itself gave them. */
export interface Recipient extends RecipientRow {
  role: Role;
  /** The kind of the account's channel. */
  kind: ChannelKind;
  /** A member whom the account reaches, by a link that the app made where the channel needs one. */
  isReachable: boolean;
  /** Browsers of theirs, for web push alone. */
  devices: MessagePerson["devices"];
}

/** A question or an action, as it is now and as this person may see it. */
export interface Subject {
  now: SubjectNow;
  recipient: RecipientNow;
  /** Made from the row's own bytes, as the page shows it. */
  cardOf(occasion: Occasion): Card;
}

export interface SubjectReader {
  tx: TenantTransaction;
  message: Pick<
    MessageRow,
    "tenantId" | "ref" | "interactionId" | "actionId" | "byRule" | "outcome" | "outcomeRound" | "digestOn"
  >;
  recipient: Recipient;
  now: Date;
}
