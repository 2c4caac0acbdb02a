/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Answers `npm run netsuite:check` about the account. It only reads and saves nothing.
 *   check          the user, role, permissions, settings and records of the script, and the account's time
 *   recent_writes  the system notes of chosen roles, and the ledger's rows to hold them against (gfs_recent_writes.js)
 */
define([
  "N/record",
  "N/search",
  "N/runtime",
  "./gfs_actions",
  "./gfs_lookup",
  "./gfs_recent_writes",
  "./gfs_verdict",
], (record, search, runtime, actions, lookup, recentWrites, verdict) => {
  const NAMES_MAX = 50;
  const LEDGER = "customrecord_countersign_ledger";

  const handles = (request) => Boolean(request) && ["check", "recent_writes"].includes(request.op);

  const answer = (request) => {
    if (request.v !== verdict.VERSION)
      throw verdict.refusal("UNKNOWN_VERSION", "This RESTlet speaks version 1.");
    return request.op === "check" ? check(request) : recentWrites.list(request);
  };

  const check = (request) => {
    const user = runtime.getCurrentUser();
    return verdict.body("check", {
      account: { id: String(runtime.accountId), environment: String(runtime.envType) },
      release: String(runtime.version),
      now: new Date().toISOString(),
      user: { name: String(user.name), role_id: String(user.role), role: String(user.roleId) },
      permissions: answersFor(request.permissions, (name) => levelOf(user, name)),
      action_types: answersFor(request.action_types, knows),
      settings: answersFor(request.settings, (name) => String(lookup.setting(name) || "")),
      records: {
        ledger: attempt(() => record.create({ type: LEDGER })),
        note: attempt(() => record.create({ type: "note" })),
        bid_field: attempt(() => findNothing("customer", lookup.setting("custscript_gfs_bid_field"))),
        system_notes: attempt(() => recentWrites.findNothing()),
      },
    });
  };

  /** One answer per name; a list that is too long is cut, and what is missing counts as lacking. */
  const answersFor = (names, answerOf) => {
    const answers = {};
    for (const name of (Array.isArray(names) ? names : []).slice(0, NAMES_MAX)) {
      answers[String(name)] = answerOf(String(name));
    }
    return answers;
  };

  /** 0 to 4, none to full; -1 where NetSuite does not know the name. */
  const levelOf = (user, name) => {
    try {
      return Number(user.getPermission({ name }));
    } catch {
      return -1;
    }
  };

  const knows = (actionType) => {
    try {
      actions.rowOf(actionType, []);
      return true;
    } catch {
      return false;
    }
  };

  /** A record that is created and not saved needs the permission and leaves nothing behind. "" or the error's code. */
  const attempt = (act) => {
    try {
      act();
      return "";
    } catch (error) {
      return String((error && error.name) || "UNEXPECTED_ERROR");
    }
  };

  /** A search by the field tells whether the field exists. */
  const findNothing = (type, fieldId) => {
    const filters = [[fieldId, "is", "countersign-check"]];
    search
      .create({ type, filters, columns: ["internalid"] })
      .run()
      .getRange({ start: 0, end: 1 });
  };

  return { handles, answer };
});
