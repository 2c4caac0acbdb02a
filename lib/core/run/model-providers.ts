import type { OpenAddress } from "@/lib/core/open-addresses";

/** The providers whose models runs may use. The operator sets them up, for every tenant alike. */
export interface ModelProvider {
  /** `acme` of the model `acme/large-2`. */
  name: string;
  /** `compatible`: it speaks OpenAI's chat completions. */
  kind: "openai" | "anthropic" | "compatible";
  /** Without a slash at its end. */
  url: string;
  /** Null: it asks for none. */
  key: string | null;
}

interface ModelSettings {
  MODEL_OPENAI_KEY?: string | undefined;
  MODEL_ANTHROPIC_KEY?: string | undefined;
  MODEL_COMPATIBLE_NAME?: string | undefined;
  MODEL_COMPATIBLE_URL?: string | undefined;
  MODEL_COMPATIBLE_KEY?: string | undefined;
  CLASSIFIER_MODEL?: string | undefined;
  OUTBOUND_ALLOW: readonly OpenAddress[];
}

const OPENAI_URL = "https://api.openai.com/v1";
const ANTHROPIC_URL = "https://api.anthropic.com/v1";
const COMPATIBLE_NAME = "compatible";

export function modelProvidersFrom(env: ModelSettings): ModelProvider[] {
  const { MODEL_OPENAI_KEY: openai, MODEL_ANTHROPIC_KEY: anthropic, MODEL_COMPATIBLE_URL: url } = env;
  const providers: ModelProvider[] = [];
  if (openai) providers.push({ name: "openai", kind: "openai", url: OPENAI_URL, key: openai });
  if (anthropic) providers.push({ name: "anthropic", kind: "anthropic", url: ANTHROPIC_URL, key: anthropic });
  if (url)
    providers.push({
      name: env.MODEL_COMPATIBLE_NAME ?? COMPATIBLE_NAME,
      kind: "compatible",
      url: url.replace(/\/+$/, ""),
      key: env.MODEL_COMPATIBLE_KEY ?? null,
    });
  return providers;
}

/** A model, and whom it is asked of. */
export interface ModelOfProvider {
  provider: ModelProvider;
  model: string;
}

/** The model that classifies people's replies. Null: none is set up, and rules classify them. */
export function classifierModelFrom(env: ModelSettings): ModelOfProvider | null {
  const named = modelOf(env.CLASSIFIER_MODEL ?? "");
  const provider = modelProvidersFrom(env).find(({ name }) => name === named?.provider);
  return named && provider ? { provider, model: named.model } : null;
}

/** One sentence for each variable that cannot be right. None of them shows a key. */
export function findModelFaults(env: ModelSettings): { path: string; message: string }[] {
  const faults: { path: string; message: string }[] = [];
  const fault = (path: keyof ModelSettings, message: string) => faults.push({ path, message });
  for (const name of ["MODEL_OPENAI_KEY", "MODEL_ANTHROPIC_KEY", "MODEL_COMPATIBLE_KEY"] as const)
    if (env[name] !== undefined && !/^[\x21-\x7e]{1,4000}$/.test(env[name]))
      fault(name, "must be one word of visible characters, as it is sent in a header");
  if (env.CLASSIFIER_MODEL !== undefined && classifierModelFrom(env) === null)
    fault(
      "CLASSIFIER_MODEL",
      "must be a model of a provider that is set up, such as openai/NAME with MODEL_OPENAI_KEY",
    );
  const { MODEL_COMPATIBLE_NAME: name, MODEL_COMPATIBLE_URL: url } = env;
  if (url === undefined) {
    for (const beside of ["MODEL_COMPATIBLE_NAME", "MODEL_COMPATIBLE_KEY"] as const)
      if (env[beside] !== undefined) fault(beside, "is of no use without MODEL_COMPATIBLE_URL");
  } else if (!isReachable(url, env.OUTBOUND_ALLOW))
    fault(
      "MODEL_COMPATIBLE_URL",
      "must be an https address of a public name at port 443 or 8443, without a user, a query or a fragment, such as https://models.example.com/v1",
    );
  if (name !== undefined && (!/^[a-z0-9-]{1,40}$/.test(name) || name === "openai" || name === "anthropic"))
    fault(
      "MODEL_COMPATIBLE_NAME",
      "must be lower-case letters, digits and -, and neither openai nor anthropic",
    );
  return faults;
}

/** As far as an address shows it: the request itself is checked again, with the addresses that its name leads to. */
function isReachable(text: string, openAddresses: readonly OpenAddress[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== "") return false;
  const number = Number(port || (protocol === "https:" ? 443 : 80));
  const isOpen = openAddresses.some((open) => open.host === hostname && open.port === number);
  if (isOpen) return protocol === "https:" || protocol === "http:";
  return protocol === "https:" && (number === 443 || number === 8_443) && /\.[a-z][a-z0-9-]*$/.test(hostname);
}

/** The provider and the name of `acme/large-2`. Null: there is no slash. */
export function modelOf(text: string): { provider: string; model: string } | null {
  const slash = text.indexOf("/");
  return slash === -1 ? null : { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}

/** For whoever wrote a workflow that names another one. */
export const unknownProviderWords = (name: string | null, known: readonly string[]): string =>
  known.length === 0
    ? "No provider of models is set up here, so that no step can ask one: the operator sets MODEL_OPENAI_KEY, MODEL_ANTHROPIC_KEY or MODEL_COMPATIBLE_URL."
    : `There is no provider ${name}. There are ${known.join(", ")}.`;
