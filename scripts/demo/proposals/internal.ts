import { blank, proposedBy } from "./make";

/**
 * Writes that stay with us: a mail for somebody to send, and a cache that is out of date. The standing authorisation lets
 * them go, but for a mail to an address that nobody has seen.
 */
export const internal = [
  ...proposedBy("ar-agent", {
    ...blank("email_draft", "Harbor Light Hotels"),
    changes: [
      { field: "to", to: "payables@harborlight.example" },
      { field: "subject", to: "Invoice 10238 is $41.20 short" },
      {
        field: "body",
        to: "Hello,\n\nyour payment of invoice 10238 came in $41.20 short. Is there a credit note that we do not know of? If so, please send us its number.\n\nKind regards\nGreenfield Fresh Supply",
      },
    ],
    reason: "They short-paid and claim a credit note; nobody has asked them for its number yet.",
  }),
  ...proposedBy("ar-agent", {
    ...blank("email_draft", "Riverbend Foods"),
    changes: [
      { field: "to", to: "dana.cole@riverbendfoods-billing.example" },
      { field: "subject", to: "Your statement of account" },
      {
        field: "body",
        to: "Hello Dana,\n\nas you asked, here is the place for your statements from now on. Please confirm that they reach you.\n\nKind regards\nGreenfield Fresh Supply",
      },
    ],
    reason: "A mail of this morning names a new contact for statements.",
  }),
  ...proposedBy("pricing-agent", {
    ...blank("cache_invalidation", "storefront-prices"),
    changes: [{ field: "version_step", to: 1 }],
    reason: "Yesterday's list prices are applied; the storefront still shows the old ones.",
  }),
];
