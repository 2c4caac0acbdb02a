/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * One row per action type: the kinds of its fields and how to open its subject (gfs_subject says what that is). `open`
 * answers null when the record does not exist. The rows live with the records they touch; to add an action type, add a
 * row and its opener there.
 */
define([
  "./gfs_bom",
  "./gfs_customers",
  "./gfs_decimal",
  "./gfs_orders",
  "./gfs_prices",
  "./gfs_stock",
  "./gfs_subject",
  "./gfs_verdict",
], (bom, customers, decimal, orders, prices, stock, subject, verdict) => {
  const TABLE = Object.assign({}, ...[bom, customers, orders, prices, stock].map(({ ROWS }) => ROWS));

  /** The table's row. @throws a refusal for an action type or a field that this version does not know. */
  const rowOf = (actionType, fields) => {
    const row = Object.prototype.hasOwnProperty.call(TABLE, actionType) ? TABLE[actionType] : null;
    if (!row) throw verdict.refusal("UNKNOWN_ACTION_TYPE", `${actionType} is not known here.`);
    const unknown = fields.find((field) => !row.fields[field]);
    if (unknown !== undefined)
      throw verdict.refusal("UNKNOWN_FIELD", `${actionType} does not change ${unknown}.`);
    return row;
  };

  return { rowOf, same: decimal.same, isoTime: subject.isoTime };
});
