import type postgres from "postgres";

/** Postgres' clocks that are functions, and so can be stood in for; how often each may change is the same as there. */
export const clockFunctions = [
  { clock: "clock_timestamp", volatility: "VOLATILE" },
  { clock: "now", volatility: "STABLE" },
  { clock: "statement_timestamp", volatility: "STABLE" },
  { clock: "transaction_timestamp", volatility: "STABLE" },
] as const;

const names = clockFunctions.map(({ clock }) => clock).join("|");
const anyClock = `\\y(${names})\\s*\\(`;
/**
 * Clocks that no search path reaches: keywords, text that means now, age() of one argument, and those asked for in
 * pg_catalog by name, which is also how Postgres prints a bound function that the path would not find.
 */
const unreachable = [
  `\\ypg_catalog\\.(${names})\\s*\\(`,
  "\\ytimeofday\\s*\\(",
  "\\y(current_timestamp|current_date|current_time|localtimestamp|localtime)\\y",
  "'(now|today|tomorrow|yesterday)'",
].join("|");

/** Column defaults that ask a clock, in words that name no schema. Asked for while the path is still the ordinary one. */
export async function listClockDefaults(
  sql: postgres.Sql,
): Promise<{ table: string; column: string; expression: string }[]> {
  return await sql<{ table: string; column: string; expression: string }[]>`
    SELECT d.adrelid::regclass::text AS table, quote_ident(a.attname) AS column,
           pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM pg_attrdef d
    JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    JOIN pg_class c ON c.oid = d.adrelid
    WHERE c.relnamespace = 'public'::regnamespace AND pg_get_expr(d.adbin, d.adrelid) ~* ${anyClock}
    ORDER BY 1, 2`;
}

/** Functions of the product that fix their own search path, as a signature and that path. */
export async function listPinnedFunctions(sql: postgres.Sql): Promise<{ signature: string; path: string }[]> {
  return await sql<{ signature: string; path: string }[]>`
    SELECT p.oid::regprocedure::text AS signature, split_part(setting, '=', 2) AS path
    FROM pg_proc p, unnest(p.proconfig) AS setting
    WHERE p.pronamespace = 'public'::regnamespace AND setting LIKE 'search_path=%'
    ORDER BY 1`;
}

/**
 * Everything in the schema public that asks Postgres' own clock on this connection: bodies of functions, defaults, views,
 * constraints, policies, indexes and the conditions of triggers. Each line says what and where.
 */
export async function findRealClocks(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ place: string }[]>`
    WITH said(what, body) AS (
      SELECT 'function ' || p.oid::regprocedure, p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), '')
      FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
      UNION ALL
      SELECT 'default of ' || d.adrelid::regclass || '.' || a.attname, pg_get_expr(d.adbin, d.adrelid)
      FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class c ON c.oid = d.adrelid WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT 'view ' || c.oid::regclass, pg_get_viewdef(c.oid)
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm')
      UNION ALL
      SELECT 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
      UNION ALL
      SELECT 'policy ' || polrelid::regclass || '.' || polname,
        concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      FROM pg_policy
      UNION ALL
      SELECT 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid)
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace
      UNION ALL
      SELECT 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid)
      FROM pg_trigger WHERE NOT tgisinternal
    ), pinned(what) AS (
      -- The body names no schema, and the path that the function fixes does not begin with the clock's.
      SELECT 'function ' || p.oid::regprocedure FROM pg_proc p, unnest(p.proconfig) AS setting
      WHERE p.pronamespace = 'public'::regnamespace AND p.prosrc ~* ${anyClock}
        AND setting LIKE 'search_path=%' AND setting NOT LIKE 'search_path=test_clock,%'
    )
    SELECT what AS place FROM said WHERE body ~* ${unreachable}
    UNION SELECT what FROM pinned ORDER BY 1`;
  return rows.map((row) => row.place);
}
