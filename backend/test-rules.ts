/** Cases of security rules, asked as this backend asks its rules. */
import { toRulesQuery } from "./firestore/index.ts";
import { type CaseCheck, type CaseSuite, type SuiteResult, loadCases } from "./rules/index.ts";
import { OperationError } from "./sqlite/index.ts";

export type { CaseCheck, CaseSuite, SuiteResult };

/** `parse` @throws CaseFileError; `run` @throws CaseFileError, RulesError. */
export async function loadRulesTester() {
  const { CaseError, parseCaseFile, runCases } = await loadCases();

  function readQuery(structuredQuery: unknown): ReturnType<typeof toRulesQuery> {
    try {
      return toRulesQuery(structuredQuery);
    } catch (error) {
      throw error instanceof OperationError ? new CaseError(error.message) : error;
    }
  }

  return {
    parse: parseCaseFile,
    run: (suite: CaseSuite): SuiteResult => runCases(suite, readQuery),
  };
}
