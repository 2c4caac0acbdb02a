import type { MAIL_WAYS_IN } from "@/lib/core/message/inbound-mail-settings";

export const WAY_IN_NAMES: Readonly<Record<(typeof MAIL_WAYS_IN)[number], string>> = {
  smtp: "our own listener",
  postmark: "Postmark",
  sendgrid: "SendGrid",
  ses: "Amazon SES",
  mailgun: "Mailgun",
};
