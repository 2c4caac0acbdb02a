import type { Run } from "../run";

/** N/runtime, as far as a RESTlet of ours needs it. */
export function createRuntimeModule(run: Run) {
  return {
    getCurrentScript: () => ({
      id: "customscript_gfs_platform_query",
      deploymentId: "customdeploy_gfs_platform_query",
      getParameter: ({ name }: { name: string }) => run.parameters[name] ?? null,
      getRemainingUsage: () => run.usage.left,
    }),
    executionContext: "RESTLET",
  };
}
