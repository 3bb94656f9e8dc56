// A server of an MCP registry: the ways to run or reach it, what each asks the user for, and the entry that adds it. Pure,
// because the window and the terminal show the entry before it is added. All texts are from strangers.

export interface RegistryInput {
  /** Unique in its way; names the secret in the keychain. */
  key: string;
  label: string;
  description: string;
  isRequired: boolean;
  isSecret: boolean;
  format: 'string' | 'number' | 'boolean' | 'filepath';
  /** Empty: none. */
  defaultValue: string;
  placeholder: string;
  /** If not empty, the value is one of these. */
  choices: string[];
}

/** A text with the places of inputs. */
export type RegistryText = (string | { input: string })[];

interface NamedText {
  name: string;
  value: RegistryText;
}

export interface RegistryWay {
  kind: 'npm' | 'pypi' | 'oci' | 'address';
  /** With a fixed version; empty for an address. */
  package: string;
  args: { flag: string | null; value: RegistryText | null }[];
  env: NamedText[];
  /** Null for a package. */
  url: RegistryText | null;
  isSse: boolean;
  headers: NamedText[];
  inputs: RegistryInput[];
}

export interface RegistryServer {
  /** Such as `io.github.ada/weather`; the registry verifies who may use the part before the slash. */
  name: string;
  title: string;
  version: string;
  description: string;
  /** An https address; empty: none. */
  repository: string;
  status: 'active' | 'deprecated' | 'deleted';
  /** Why it is deprecated. */
  statusMessage: string;
  ways: RegistryWay[];
  /** Ways that cannot be used here. */
  otherWays: number;
}

export interface RegistryPage {
  /** The host that answered. */
  registry: string;
  servers: RegistryServer[];
  /** For the next page; null: this is the last. */
  cursor: string | null;
}

/** Empty (the official registry), https, or http on this machine; no user name, query or fragment. */
export const registryAddress =
  /^(?:(?:https:\/\/[^\s/?#@\\]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#\\]*)?)?$/i;

export type RegistryValues = Readonly<Record<string, string>>;

export type InputProblem = 'required' | 'number' | 'boolean' | 'choice' | 'text';

const maxValue = 20_000;

/** A reference to an environment variable is no secret itself. */
export function isReference(value: string): boolean {
  return /^\$\{[A-Za-z_]\w{0,199}\}$/.test(value);
}

function inputValue(input: RegistryInput, values: RegistryValues): string {
  const typed = Object.hasOwn(values, input.key) ? (values[input.key] ?? '') : '';
  return typed === '' ? input.defaultValue : typed;
}

/** Why this value cannot be used; null: it can. */
export function inputProblem(input: RegistryInput, values: RegistryValues): InputProblem | null {
  const value = inputValue(input, values);
  if (value === '') return input.isRequired ? 'required' : null;
  if (value.length > maxValue || value.includes('\0')) return 'text';
  if (isReference(value)) return null;
  if (input.choices.length > 0) return input.choices.includes(value) ? null : 'choice';
  if (input.format === 'number') return Number.isFinite(Number(value)) && value.trim() !== '' ? null : 'number';
  return input.format === 'boolean' && !/^(?:true|false)$/.test(value) ? 'boolean' : null;
}

export interface RegistryEntry {
  /** Its entry under `mcpServers`: secrets are named, not contained. */
  entry: Record<string, unknown>;
  /** By their names in the keychain. */
  secrets: Record<string, string>;
}

/** Optional parts without a value are left out. */
export function registryEntry(way: RegistryWay, values: RegistryValues): RegistryEntry {
  const secrets: Record<string, string> = {};
  const inputs = new Map(way.inputs.map((input) => [input.key, input]));
  const textOf = (parts: RegistryText): string | null => {
    const texts = parts.map((part) => {
      if (typeof part === 'string') return part;
      const input = inputs.get(part.input);
      const value = input ? inputValue(input, values) : '';
      if (!input || value === '') return null;
      if (!input.isSecret || isReference(value)) return value;
      secrets[input.key] = value;
      return `\${keychain:${input.key}}`;
    });
    return texts.includes(null) ? null : texts.join('');
  };
  const named = (pairs: readonly NamedText[]): Record<string, string> =>
    Object.fromEntries(
      pairs.flatMap(({ name, value }): [string, string][] => {
        const text = textOf(value);
        return text === null ? [] : [[name, text]];
      }),
    );
  if (way.url !== null) {
    const headers = named(way.headers);
    const url = textOf(way.url) ?? '';
    return { entry: { type: way.isSse ? 'sse' : 'http', url, ...unlessEmpty({ headers }) }, secrets };
  }
  const env = named(way.env);
  const more = way.args.flatMap(({ flag, value }): string[] => {
    const text = value === null ? '' : textOf(value);
    if (text === null) return [];
    return [...(flag === null ? [] : [flag]), ...(value === null ? [] : [text])];
  });
  const [command, ...start] = programs[way.kind](way.package, Object.keys(env));
  return { entry: { command, args: [...start, ...more], ...unlessEmpty({ env }) }, secrets };
}

const programs: Record<RegistryWay['kind'], (name: string, variables: readonly string[]) => string[]> = {
  npm: (name) => ['npx', '-y', name],
  pypi: (name) => ['uvx', name],
  // A container gets only the variables that are named.
  oci: (name, variables) => ['docker', 'run', '-i', '--rm', ...variables.flatMap((each) => ['-e', each]), name],
  address: () => [''],
};

function unlessEmpty(fields: Record<string, Record<string, string>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, values]) => Object.keys(values).length > 0));
}

/** Its package, or its address with the names of the inputs. */
export function wayText({ package: name, url }: RegistryWay): string {
  return url === null ? name : url.map((part) => (typeof part === 'string' ? part : `{${part.input}}`)).join('');
}

/** A name for the server here, from the end of its name in the registry. */
export function shortName(name: string): string {
  const end = name.replace(/^.*\//, '').replace(/[^\w.-]/g, '-');
  return end.replace(/^[-.]+/, '').slice(0, 60) || 'server';
}
