/**
 * @NApiVersion 2.1
 * @NModuleScope SameAccount
 *
 * Many reads in one call. Each entry is answered by itself, so that one which cannot be read spoils no other. A call
 * that runs low on governance units answers fewer entries than were asked for, at least one: the caller asks on.
 */
define(["N/runtime", "./gfs_verdict"], (runtime, verdict) => {
  const READS_MAX = 50;
  /** More than any single read costs. */
  const UNITS_RESERVED = 250;

  const answer = (reads, readOne) => {
    if (!Array.isArray(reads) || reads.length === 0 || reads.length > READS_MAX) {
      throw verdict.refusal("MALFORMED_REQUEST", `A call reads 1 to ${READS_MAX} records.`);
    }
    const script = runtime.getCurrentScript();
    const answers = [];
    for (const one of reads) {
      if (answers.length > 0 && script.getRemainingUsage() < UNITS_RESERVED) break;
      answers.push(answerOne(one, readOne));
    }
    return verdict.readMany(answers);
  };

  const answerOne = (one, readOne) => {
    try {
      return readOne(one);
    } catch (error) {
      if (error && error.countersignBody) return error.countersignBody;
      return verdict.failed(error);
    }
  };

  return { answer };
});
