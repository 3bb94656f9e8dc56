// Reads the ways to run or reach a server of a registry (server.json). A way is only offered if all of it is understood: a
// package with a plain name and a fixed version from the default package registry, and arguments without references that
// this app would replace with the user's secrets.

import { z } from 'zod';
import type { RegistryInput, RegistryText, RegistryWay } from '../../../shared/features/mcp/registryServer.ts';
import { decidesCode } from '../../lib/environment.ts';
import { firstCharacters } from '../../lib/text.ts';

export const line = (max: number) => z.string().transform((text) => firstCharacters(text.replace(/\s+/g, ' '), max));
/** Goes into the entry: exactly as it is, or not at all. */
const exact = z
  .string()
  .max(1_000)
  .regex(/^(?:(?!\$\{)[^\p{C}\p{Zl}\p{Zp}])*$/u);
const list = (max: number) => z.array(z.unknown()).max(max).default([]);

const inputFields = {
  description: line(300).catch(''),
  isRequired: z.boolean().catch(false),
  isSecret: z.boolean().catch(false),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).catch('string'),
  default: exact.default(''),
  placeholder: line(200).catch(''),
  choices: z.array(exact).max(100).default([]),
  value: exact.optional(),
};
const plainInput = z.object(inputFields);
const input = z.object({ ...inputFields, variables: z.record(z.string().max(100), plainInput).default({}) });
const namedInput = z.object({ ...input.shape, name: z.string().max(200) });
const argument = z.discriminatedUnion('type', [
  z.object({ ...input.shape, type: z.literal('positional'), valueHint: line(100).catch('') }),
  z.object({ ...input.shape, type: z.literal('named'), name: exact.regex(/^-{1,2}[\w][\w.:-]*$/) }),
]);
type InputFields = z.infer<typeof input>;

const packageSchema = z.object({
  registryType: z.string(),
  registryBaseUrl: z.string().optional(),
  identifier: z.string().max(300),
  version: z.string().max(100).catch(''),
  transport: z.object({ type: z.literal('stdio') }).optional(),
  runtimeArguments: list(50),
  packageArguments: list(50),
  environmentVariables: list(100),
});
const remoteSchema = z.object({
  type: z.enum(['streamable-http', 'sse']),
  url: exact.max(2_000),
  headers: list(50),
  variables: z.record(z.string().max(100), plainInput).default({}),
});

export function readWays(packages: readonly unknown[], remotes: readonly unknown[]): RegistryWay[] {
  return [...packages.map(packageWay), ...remotes.map(remoteWay)].filter((way) => way !== null);
}

function packageWay(raw: unknown): RegistryWay | null {
  const read = packageSchema.safeParse(raw);
  if (!read.success) return null;
  const { registryType, registryBaseUrl, identifier, version, runtimeArguments, ...rest } = read.data;
  const named = packageNamed(registryType, identifier, version);
  if (named === null || !isDefaultRegistry(named, registryBaseUrl)) return null;
  // Arguments of npx, uvx or docker decide what runs, and with which rights.
  if (!runtimeArguments.every(isHarmless)) return null;
  const args = z.array(argument).safeParse(rest.packageArguments);
  const env = z.array(namedInput).safeParse(rest.environmentVariables);
  if (!args.success || !env.success || !env.data.every(({ name }) => isHarmlessVariable(name))) return null;
  const inputs = createInputs();
  return inputs.ifPlain({
    ...named,
    args: args.data.map((each) => {
      const flag = each.type === 'named' ? each.name : null;
      // A flag without a value of its own is just the flag.
      if (flag !== null && isBare(each)) return { flag, value: null };
      const label = each.type === 'named' ? each.name : each.valueHint || 'argument';
      return { flag, value: inputs.textOf(label, each) };
    }),
    env: env.data.map((each) => ({ name: each.name, value: inputs.textOf(each.name, each) })),
    url: null,
    isSse: false,
    headers: [],
    inputs: inputs.list,
  });
}

const isHarmlessVariable = (name: string): boolean =>
  /^[A-Za-z_]\w{0,199}$/.test(name) && name !== '__proto__' && !decidesCode(name);

/** Anything else is a range, a tag or a file: npx accepts `1` and `1.0.0.tgz`, too. */
const fixedVersions = {
  npm: /^v?\d+\.\d+\.\d+(?:-(?!.*\.(?:tgz|tar|tar\.gz)$)[\w.-]{1,60})?(?:\+[\w-]{1,60})?$/i,
  pypi: /^v?\d+(?:\.\d+){0,9}(?:[._-]?(?:a|b|c|rc|alpha|beta|pre|post|dev)[._-]?\d*){0,3}(?:\+[a-z\d.]{1,60})?$/i,
};

interface Named {
  kind: 'npm' | 'pypi' | 'oci';
  package: string;
}

function packageNamed(type: string, identifier: string, version: string): Named | null {
  if (type === 'npm' && fixedVersions.npm.test(version) && isNpmName(identifier))
    return { kind: 'npm', package: `${identifier}@${version}` };
  if (type === 'pypi' && fixedVersions.pypi.test(version) && /^[A-Za-z0-9][\w.-]*$/.test(identifier))
    return { kind: 'pypi', package: `${identifier}@${version}` };
  if (type === 'oci' && /^[a-z0-9][a-z0-9._/-]*(?::\d[\w.-]*|@sha256:[0-9a-f]{64})$/.test(identifier))
    return { kind: 'oci', package: identifier };
  return null;
}

/** npx takes a name that ends like an archive for a file. */
function isNpmName(name: string): boolean {
  return /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/.test(name) && !/\.(?:tgz|tar|tar\.gz)$/i.test(name);
}

/** The command that would be added fetches from nowhere else. */
function isDefaultRegistry({ kind, package: name }: Named, base: string | undefined): boolean {
  if (base === undefined || base === '') return true;
  const host = URL.parse(base)?.hostname ?? '';
  // The name of an image starts with its registry, unless that is Docker Hub.
  if (kind === 'oci') return /(?:^|\.)docker\.(?:io|com)$/.test(host) || (host !== '' && name.startsWith(`${host}/`));
  return (kind === 'npm' ? /(?:^|\.)npmjs\.org$/ : /(?:^|\.)pypi\.org$/).test(host);
}

/** Arguments that the command has anyway. */
function isHarmless(raw: unknown): boolean {
  const { name, value } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
  const isPlain = value === undefined || value === '';
  return ['-y', '--yes', '-i', '--rm', 'run'].some(
    (text) => (name === text && isPlain) || (name === undefined && value === text),
  );
}

function isBare({
  value,
  default: usual,
  choices,
  isRequired,
  isSecret,
  description,
  placeholder,
}: InputFields): boolean {
  const isAsked = usual !== '' || choices.length > 0 || isRequired || isSecret || placeholder !== '';
  return value === undefined ? !isAsked && description === '' : value === '';
}

function remoteWay(raw: unknown): RegistryWay | null {
  const read = remoteSchema.safeParse(raw);
  if (!read.success) return null;
  const { url, type, variables } = read.data;
  const headers = z.array(namedInput).safeParse(read.data.headers);
  if (!headers.success || !headers.data.every(({ name }) => /^(?!__proto__$)[\w-]{1,100}$/.test(name))) return null;
  if (!/^[\x21-\x7e]+$/.test(url) || !isPlainHost(/^https:\/\/([^/?#\\]*)/.exec(url)?.[1] ?? '', variables))
    return null;
  const inputs = createInputs();
  const required = Object.fromEntries(
    Object.entries(variables).map(([name, each]) => [name, { ...each, isRequired: true }]),
  );
  const address = inputs.filledIn(url, required);
  const isWhole = address.every((part) => typeof part !== 'string' || !/[{}]/.test(part));
  const sample = URL.parse(address.map((part) => (typeof part === 'string' ? part : 'x')).join(''));
  if (!isWhole || sample === null || sample.username !== '' || sample.password !== '') return null;
  return inputs.ifPlain({
    kind: 'address',
    package: '',
    args: [],
    env: [],
    url: address.length === 1 ? [sample.href] : address,
    isSse: type === 'sse',
    headers: headers.data.map((each) => ({ name: each.name, value: inputs.textOf(each.name, each) })),
    inputs: inputs.list,
  });
}

/** A fixed host, or fixed but for its first labels, which no default can end. A user name could imitate a host. */
function isPlainHost(host: string, variables: InputFields['variables']): boolean {
  if (!host.includes('{')) return /^[\w.-]+(?::\d+)?$/.test(host);
  if (!/^(?:[\w-]|\{\w+\})+(?:\.(?:[\w-]|\{\w+\})+)*\.[a-z\d-]+\.[a-z]+$/i.test(host)) return false;
  return [...host.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => {
    const fields = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return [fields?.value ?? '', fields?.default ?? '', ...(fields?.choices ?? [])].every((text) =>
      /^[\w-]*$/.test(text),
    );
  });
}

/** Collects what the user is asked for. */
function createInputs() {
  const list: RegistryInput[] = [];
  let isPlain = true;

  function add(label: string, fields: z.infer<typeof plainInput>): { input: string } {
    const plain =
      label
        // An object cannot have the key __proto__.
        .replace(/^[-_]+/, '')
        .replaceAll(/[^\w.-]/g, '_')
        .slice(0, 80) || 'value';
    let key = plain;
    for (let n = 2; list.some((each) => each.key === key); n++) key = `${plain}_${n}`;
    const { default: usual, value: _value, ...rest } = fields;
    // Everyone can read it, so it is no secret; and the entry would hide it.
    list.push({ key, label, ...rest, defaultValue: fields.isSecret ? '' : usual });
    return { input: key };
  }

  function filledIn(text: string, variables: InputFields['variables']): RegistryText {
    const used = new Map<string, string | { input: string }>();
    const parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== '');
    const filled = parts.map((part) => {
      const name = /^\{(.*)\}$/.exec(part)?.[1];
      const fields = name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (name === undefined || fields === undefined) return part;
      const place = used.get(name) ?? fields.value ?? add(name, fields);
      used.set(name, place);
      return place;
    });
    // Two parts could be one reference together. An input may start and end with anything.
    if (
      filled
        .map((part) => (typeof part === 'string' ? part : '{$'))
        .join('')
        .includes('${')
    )
      isPlain = false;
    return filled;
  }

  return {
    list,
    filledIn,
    ifPlain: (way: RegistryWay): RegistryWay | null => (isPlain ? way : null),
    textOf: (label: string, { variables, ...fields }: InputFields): RegistryText =>
      fields.value === undefined ? [add(label, fields)] : filledIn(fields.value, variables),
  };
}
