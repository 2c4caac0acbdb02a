/**
 * NetSuite's module loader, for the type check of the shipped scripts against NetSuite's published module types
 * (`tsc -p netsuite/sdf`). Not deployed.
 */
interface NetSuiteModules {
  "N/record": typeof import("N/record");
  "N/search": typeof import("N/search");
  "N/format": typeof import("N/format");
  "N/runtime": typeof import("N/runtime");
  "N/log": typeof import("N/log");
}

/** Our own modules are plain JavaScript without declarations, as is what JSON.parse gives. */
type OwnModule = ReturnType<typeof JSON.parse>;

type LoadedModule<Name> = Name extends keyof NetSuiteModules ? NetSuiteModules[Name] : OwnModule;

declare function define<const Names extends readonly string[]>(
  names: Names,
  factory: (...modules: { [Index in keyof Names]: LoadedModule<Names[Index]> }) => unknown,
): void;
