import type { Sql } from "postgres";

/** From now on no receipt of a step takes a result that holds the text. */
export async function refuseResults(owner: Sql, text: string): Promise<void> {
  await owner.unsafe(`
    CREATE OR REPLACE FUNCTION refuse_result_of_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'this result is refused';
    END $$;
    CREATE OR REPLACE TRIGGER refuse_result_of_test BEFORE UPDATE ON step_receipts FOR EACH ROW
      WHEN (NEW.result_json::text LIKE '%${text}%') EXECUTE FUNCTION refuse_result_of_test();`);
}
