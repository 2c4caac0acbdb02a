/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Runs a saved search of the account and answers its rows. It only reads: the filters that it adds stay in this call and
 * are never saved.
 *
 * A call costs 5 governance units for the search, 10 for a page of rows, and at most 10 for each operator that it tries
 * for a filter: below 400 of the 5,000.
 */
define(["N/search", "./gfs_decimal", "./gfs_verdict"], (search, decimal, verdict) => {
  const SEARCH_ID = /^customsearch[a-z0-9_]{1,60}$/;
  const FILTER_NAME = /^[a-z][a-z0-9_]{0,59}$/;
  const FILTERS_MAX = 10;
  const FILTER_CHARACTERS_MAX = 300;
  const KEY_CHARACTERS_MAX = 60;
  /** NetSuite gives no more rows at once. */
  const ROWS_MAX = 1000;
  /** Of all rows together, as JSON: a run of a workflow keeps no longer result. */
  const CHARACTERS_MAX = 200000;
  const NO_SUCH_SEARCH = ["INVALID_SEARCH", "SSS_INVALID_SRCH_ID", "RCRD_DSNT_EXIST", "INVALID_KEY_OR_REF"];

  const answer = (request) => {
    requireShape(request);
    try {
      return run(request);
    } catch (error) {
      if (!error || error.name !== "INSUFFICIENT_PERMISSION") throw error;
      // The audience and the records of a search are its own: the lane of writes goes on.
      throw verdict.refusal(
        "SEARCH_NOT_PERMITTED",
        `The role may not run the saved search ${request.search}.`,
      );
    }
  };

  const requireShape = ({ search: id, filters = {}, rows_max: rowsMax }) => {
    const isWhole = Number.isInteger(rowsMax) && rowsMax >= 1 && rowsMax <= ROWS_MAX;
    const isMap = typeof filters === "object" && filters !== null && !Array.isArray(filters);
    if (typeof id === "string" && SEARCH_ID.test(id) && isWhole && isMap) return;
    throw verdict.refusal(
      "MALFORMED_REQUEST",
      `A search is named by its script id (customsearch…), and gives 1 to ${ROWS_MAX} rows.`,
    );
  };

  const run = ({ search: id, filters = {}, rows_max: rowsMax }) => {
    const saved = load(id);
    const columns = withKeys(saved.columns);
    const found = findRows(saved, filtersOf(filters, columns, id), rowsMax, id);
    const rows = [];
    let characters = 0;
    for (const result of found.slice(0, rowsMax)) {
      const row = rowOf(result, columns);
      characters += JSON.stringify(row).length;
      if (characters > CHARACTERS_MAX) break;
      rows.push(row);
    }
    return verdict.body("search", { rows, complete: rows.length === found.length });
  };

  const load = (id) => {
    try {
      return search.load({ id });
    } catch (error) {
      if (!NO_SUCH_SEARCH.includes(error.name)) throw error;
      throw verdict.refusal("SEARCH_MISSING", `There is no saved search ${id} that the role may see.`);
    }
  };

  /** The columns with the key that each has in a row: its label, else its name. A second one of a name is `name_2`. */
  const withKeys = (columns) => {
    const taken = new Set();
    return columns.map((column) => {
      const name =
        keyOf(column.label) || keyOf([column.join, column.name].filter(Boolean).join("_")) || "column";
      let key = name;
      for (let count = 2; taken.has(key); count += 1) key = `${name}_${count}`;
      taken.add(key);
      return { key, column };
    });
  };

  /** `Bid price (USD)` is bid_price_usd. Empty for a text without Latin letters or digits. */
  const keyOf = (text) => {
    const key = String(text || "")
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "_")
      .slice(0, KEY_CHARACTERS_MAX)
      .replace(/^_+|_+$/g, "");
    return /^\d/.test(key) ? `column_${key}` : key;
  };

  const rowOf = (result, columns) =>
    Object.fromEntries(columns.map(({ key, column }) => [key, cellOf(result, column)]));

  /** The text that people see of a reference, anything else as NetSuite spells it. Empty is the empty text. */
  const cellOf = (result, column) => {
    const value = result.getText(column) || result.getValue(column);
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return value ? "T" : "F";
    if (typeof value === "number") return decimal.normalise(value) || "";
    return Array.isArray(value) ? value.join(",") : String(value);
  };

  const badFilter = (id, name, why) =>
    verdict.refusal("SEARCH_FILTER", `The saved search ${id} cannot be filtered by ${name}: ${why}`);

  /** A name is the key of a column of the search, or a field of the records that it lists. No formula, no other join. */
  const filtersOf = (filters, columns, id) => {
    const names = Object.keys(filters);
    if (names.length > FILTERS_MAX)
      throw badFilter(id, `${names.length} filters`, `${FILTERS_MAX} are the most.`);
    return names.map((name) => {
      if (!FILTER_NAME.test(name)) {
        throw badFilter(
          id,
          JSON.stringify(name.slice(0, 80)),
          "a filter has the name of a column or a field.",
        );
      }
      return { name, field: fieldOf(name, columns, id), value: valueOf(filters[name], name, id) };
    });
  };

  const fieldOf = (name, columns, id) => {
    const named = columns.find(({ key }) => key === name);
    const { column } = named || columns.find((one) => !one.column.join && one.column.name === name) || {};
    const field = column ? column.name : name;
    const isWorkedOut = column && (column.function || (column.summary && column.summary !== "GROUP"));
    if (isWorkedOut || field.startsWith("formula")) throw badFilter(id, name, "the search works it out.");
    return column && column.join ? `${String(column.join).toLowerCase()}.${field}` : field;
  };

  /** `@ALL@` and `%` would let through more than the text that they stand in says. */
  const valueOf = (value, name, id) => {
    if (typeof value === "boolean") return value ? "T" : "F";
    const text = typeof value === "number" ? decimal.normalise(value) : value;
    if (typeof text !== "string" || text.trim() === "" || text.length > FILTER_CHARACTERS_MAX) {
      throw badFilter(id, name, `its value has 1 to ${FILTER_CHARACTERS_MAX} characters.`);
    }
    if (/[\p{Cc}%]|^@.*@$/u.test(text))
      throw badFilter(id, name, "its value has signs that mean more than themselves.");
    return text;
  };

  const OPERATORS = ["is", "anyof", "equalto"];
  const guess = ({ value }) => (/^\d+$/.test(value) ? "anyof" : "is");
  const isOperatorRefused = (error) => Boolean(error) && error.name === "SSS_INVALID_SRCH_OPERATOR";

  /**
   * The rows under the filters, and one more where there are more. NetSuite does not say of which kind a field is, but
   * refuses an operator of another kind: so the operator is guessed, and where it is refused, found by trying.
   */
  const findRows = (saved, filters, rowsMax, id) => {
    if (filters.length === 0) return firstRows(saved, rowsMax);
    const own = saved.filterExpression;
    const under = (terms) => {
      const added = terms.flatMap((term, index) => (index === 0 ? [term] : ["and", term]));
      saved.filterExpression = own && own.length > 0 ? [own, "and", ...added] : added;
      return firstRows(saved, rowsMax);
    };
    const termOf = ({ field, value }, operator) => [field, operator, value];
    try {
      return under(filters.map((filter) => termOf(filter, guess(filter))));
    } catch (error) {
      if (!isOperatorRefused(error)) throw filterError(error, filters, id);
    }
    const terms = [];
    let rows = [];
    for (const filter of filters) {
      const operator = OPERATORS.find((one) => {
        try {
          rows = under([...terms, termOf(filter, one)]);
          return true;
        } catch (error) {
          if (isOperatorRefused(error)) return false;
          throw filterError(error, [filter], id);
        }
      });
      if (!operator) throw badFilter(id, filter.name, "NetSuite compares it with no single value.");
      terms.push(termOf(filter, operator));
    }
    return rows;
  };

  const filterError = (error, filters, id) => {
    if (!error || !String(error.name).startsWith("SSS_INVALID_SRCH_FILTER")) return error;
    const names = filters.map(({ name }) => name).join(", ");
    return badFilter(id, names, "NetSuite knows no such field of it, or the field takes no such value.");
  };

  const firstRows = (saved, rowsMax) => {
    const results = saved.run();
    const rows = results.getRange({ start: 0, end: Math.min(rowsMax + 1, ROWS_MAX) });
    if (rowsMax < ROWS_MAX || rows.length < ROWS_MAX) return rows;
    return [...rows, ...results.getRange({ start: ROWS_MAX, end: ROWS_MAX + 1 })];
  };

  return { answer };
});
