// The prompts that a server says it has. What it calls them is a stranger's claim: bounded, and without what nobody sees.

import { type Client, isSpecType, type Prompt } from '@modelcontextprotocol/client';
import { say } from '../../../shared/sentence.ts';
import { boundedText } from './boundedText.ts';
import { type ListOptions, listPages, type PagedList } from './listPages.ts';
import type { ServerLog } from './serverLog.ts';

export interface ListedPrompt {
  /** As its server knows it, whatever that is. */
  name: string;
  /** For people, on one line. */
  title: string;
  description: string;
  arguments: readonly ListedArgument[];
}

export interface ListedArgument {
  /** As its server knows it. */
  name: string;
  /** For people, on one line. */
  description: string;
  required: boolean;
}

/** Longer ones could not be called by what is typed. */
const mostName = 200;
const mostArguments = 50;
const mostDescription = 500;

const prompts: PagedList<ListedPrompt> = {
  method: 'prompts/list',
  field: 'prompts',
  most: 1000,
  read: (entry) => (isSpecType.Prompt(entry) && isCallable(entry) ? described(entry) : null),
  keyOf: ({ name }) => name,
  words: {
    wrong: (name) => say`Skipped a prompt whose description does not follow the protocol: ${name}`,
    twice: (name) => say`It offers ${name} twice; the first is used.`,
    pageSkipped: (why) => say`Skipped a page of its prompts: ${why}`,
    tooMany: (taken) => say`It offers too many prompts, or very large ones; only the first ${taken} are used.`,
  },
};

/** Throws what the SDK throws. */
export async function listPrompts(client: Client, log: ServerLog, options: ListOptions): Promise<ListedPrompt[]> {
  return client.getServerCapabilities()?.prompts ? listPages(client, log, options, prompts) : [];
}

function isCallable({ name, arguments: given = [] }: Prompt): boolean {
  const names = given.map((argument) => argument.name);
  if (name === '' || name.length > mostName || names.length > mostArguments) return false;
  // What cannot be seen in an argument's name could not be typed.
  return names.every((one) => one !== '' && oneLine(one, mostName) === one) && new Set(names).size === names.length;
}

function described({ name, title, description, arguments: given = [] }: Prompt): ListedPrompt {
  return {
    name,
    title: oneLine(title ?? name, mostName),
    description: oneLine(description ?? '', mostDescription),
    arguments: given.map((argument) => ({
      name: argument.name,
      description: oneLine(argument.description ?? '', mostDescription),
      required: argument.required === true,
    })),
  };
}

/** `<city> [state]`: which are needed and which are not. */
export function argumentsHint(given: readonly Pick<ListedArgument, 'name' | 'required'>[]): string {
  return given.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`)).join(' ');
}

export function oneLine(text: string, most: number): string {
  return boundedText(text.slice(0, 4 * most).replace(/\s+/g, ' '), most).trim();
}
