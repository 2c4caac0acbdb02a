/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * The ids of a request's target that are compared before anything is written. Made by `npm run action-types` from the
 * definitions of the action types; do not edit.
 */
define([], () => ({
  APPROVED_IDS: [
    "record_type",
    "record_id",
    "item_id",
    "location_id",
    "revision_id",
    "held_terms_id",
    "terms_id",
    "level_id",
    "break_quantity",
    "currency_id",
    "line_key",
    "vendor_id",
  ],
}));
