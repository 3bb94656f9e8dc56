// The prompts that a server offers. Their text is untrusted: bounded, without invisible characters.

import type { Client } from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../../shared/core/json.ts';
import { type Sentence, say } from '../../../shared/core/sentence.ts';
import { boundedText } from '../../lib/boundedText.ts';
import type { ServerLog } from '../../tools/process/serverLog.ts';
import { type ListOptions, type ListResult, listPages, type PagedList } from './listPages.ts';

export interface ListedPrompt {
  /** The server's name for it, unvalidated. */
  name: string;
  /** For display, on one line. */
  title: string;
  description: string;
  arguments: readonly ListedArgument[];
}

export interface ListedArgument {
  /** The server's name for it. */
  name: string;
  /** For display, on one line. */
  description: string;
  required: boolean;
}

/** Longer ones could not be typed. */
const maxNameLength = 200;
const maxArguments = 50;
const maxDescriptionLength = 500;

const prompts: PagedList<ListedPrompt> = {
  method: 'prompts/list',
  maxEntries: 1000,
  read: parsePrompt,
  keyOf: ({ name }) => name,
  words: {
    wrong: (name) => say`Skipped a prompt whose description does not follow the protocol: ${name}`,
    twice: (name) => say`It offers ${name} twice. Only the first is used.`,
    pageSkipped: (why) => say`Skipped a page of its prompts: ${why}`,
    tooMany: (count) => say`It offers too many or very large prompts. Only the first ${count} are used.`,
  },
};

/** Throws the SDK's errors. */
export async function listPrompts(
  client: Client,
  log: ServerLog,
  options: ListOptions,
): Promise<ListResult<ListedPrompt>> {
  if (!client.getServerCapabilities()?.prompts) return { entries: [], notices: [] };
  return listPages(client, log, options, prompts);
}

function parsePrompt(prompt: JsonObject, note: (text: Sentence) => void): ListedPrompt | null {
  const { name, arguments: rawArguments } = prompt;
  if (typeof name !== 'string') return null;
  const rawList = Array.isArray(rawArguments) ? rawArguments : [];
  const validArguments = rawList.flatMap((argument) => argumentOf(argument) ?? []);
  if (validArguments.length < rawList.length) {
    note(say`Its prompt ${boundedText(name, 100)} has an argument without a name, which is ignored.`);
  }
  return isCallable(name, validArguments)
    ? {
        name,
        title: oneLine(textOf(prompt.title) ?? name, maxNameLength),
        description: oneLine(textOf(prompt.description) ?? '', maxDescriptionLength),
        arguments: validArguments,
      }
    : null;
}

function argumentOf(raw: unknown): ListedArgument | null {
  const argument = typeof raw === 'string' ? { name: raw } : raw;
  if (!isJsonObject(argument) || typeof argument.name !== 'string') return null;
  const { name, description, required } = argument;
  return { name, description: oneLine(textOf(description) ?? '', maxDescriptionLength), required: required === true };
}

function isCallable(name: string, promptArguments: readonly ListedArgument[]): boolean {
  const names = promptArguments.map((argument) => argument.name);
  if (name === '' || name.length > maxNameLength || names.length > maxArguments) return false;
  // Invisible characters in a name could not be typed.
  return (
    names.every((one) => one !== '' && oneLine(one, maxNameLength) === one) && new Set(names).size === names.length
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `<city> [state]`: required and optional arguments. */
export function argumentsHint(promptArguments: readonly Pick<ListedArgument, 'name' | 'required'>[]): string {
  return promptArguments.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
}

export function oneLine(text: string, max: number): string {
  return boundedText(text.slice(0, 4 * max).replace(/\s+/g, ' '), max).trim();
}
