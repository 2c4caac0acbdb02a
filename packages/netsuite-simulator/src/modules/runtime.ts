import { PERMISSION_LEVELS } from "../account/session";
import type { Run } from "../run";

const FEATURES = ["MULTICURRENCY", "MULTPRICE", "QUANTITYPRICING", "ASSEMBLIES", "ADVBILLOFMATERIALS"];

/** N/runtime, as far as a RESTlet of ours needs it. */
export function createRuntimeModule(run: Run) {
  return {
    getCurrentScript: () => ({
      id: "customscript_gfs_platform_query",
      deploymentId: "customdeploy_gfs_platform_query",
      getParameter: ({ name }: { name: string }) => run.parameters[name] ?? null,
      getRemainingUsage: () => run.usage.left,
    }),
    getCurrentUser: () => ({
      name: run.session.author.name,
      role: Number(run.session.author.role.id),
      roleId: "customrole_countersign",
      getPermission: ({ name }: { name: string }) =>
        PERMISSION_LEVELS[run.session.permissions[name] ?? "NONE"],
    }),
    /** The features of the simulated account, as far as a script asks for them. */
    isFeatureInEffect: ({ feature }: { feature: string }) => FEATURES.includes(feature),
    executionContext: "RESTLET",
    accountId: "SIMULATOR",
    envType: "SANDBOX",
    version: "2026.2",
  };
}
