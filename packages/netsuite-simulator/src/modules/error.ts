/** NetSuite's error as a script catches it: the `name` is the code. */
export interface SuiteScriptError extends Error {
  type: "error.SuiteScriptError";
}

export function suiteError(name: string, message: string): SuiteScriptError {
  return Object.assign(new Error(message), { name, type: "error.SuiteScriptError" as const });
}

/** N/error. */
export function createErrorModule() {
  return {
    create: (options: { name: string; message: string }) => suiteError(options.name, options.message),
  };
}
