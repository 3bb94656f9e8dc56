// Tab completion: commands and slash commands at the start of a line, approval modes, and after `@` paths, symbols,
// changes, commits, conversations and their calls.

import { rangeText } from '../../../../shared/conversation/mentions.ts';
import { approvalModeNames } from '../../../../shared/permission/rule.ts';
import type { Core } from '../../../core.ts';
import type { SlashScope } from '../../../ports/slash.ts';
import { visibleLine } from '../terminalText.ts';
import { type ChatScope, chatCommands, scopeOf, slashEntries } from './chatCommands.ts';

const maxPaths = 50;
/** A key pressed once gets one answer, so it waits for a folder that is still being listed. */
const patienceMs = 2000;

export async function completeLine(core: Core, scope: ChatScope, line: string): Promise<[string[], string]> {
  const mode = /^\/mode\s+(\S*)$/.exec(line);
  if (mode) return [fitting(Object.values(approvalModeNames), mode[1] ?? ''), mode[1] ?? ''];
  if (/^\/\S*$/.test(line)) return [fitting(await slashNames(core, scope), line), line];
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(line);
  if (!mention) return [[], line];
  const input = mention[1] ?? '';
  const place = await scopeOf(core, scope);
  if (place === null) return [[], line];
  return [await mentions(core, place, input), input];
}

/** `insert` replaces what was typed; `label` is what a list shows. */
interface Candidate {
  insert: string;
  label: string;
}

async function mentions(core: Core, place: SlashScope, input: string): Promise<string[]> {
  const { folder } = place;
  const { signal } = new AbortController();
  const [files, sources] = await Promise.all([
    folder === null ? { paths: [] } : core.files.complete(folder, input, maxPaths, patienceMs),
    core.mentionSources.complete(place, input, maxPaths, signal),
  ]);
  // Completing a match in the middle would delete what was typed.
  const begun = [...files.paths, ...sources].map(({ path }) => path).filter((path) => startsWith(path, input));
  // Users know conversations and calls by their titles, not by IDs.
  if (begun.length > 0 && !input.startsWith('chat:')) return begun;
  const symbols = folder === null ? [] : await symbolCandidates(core, folder, input);
  return offered(input, [...symbols, ...sources.map(({ path, title }) => candidate(path, title))]);
}

/** Only a single one may replace what was typed; a list includes it, so that the reader changes nothing. */
function offered(input: string, candidates: readonly Candidate[]): string[] {
  const [only, ...more] = candidates;
  if (only === undefined) return [];
  return more.length === 0 ? [only.insert] : [input, ...candidates.map(({ label }) => label)];
}

async function symbolCandidates(core: Core, folder: string, input: string): Promise<Candidate[]> {
  const { symbols } = await core.symbols.find(folder, input, maxPaths, patienceMs);
  const typedName = input.replace(/^sym:/, '').replace(/^.*(?:[.#]|::)/s, '');
  return symbols
    .filter(({ name }) => startsWith(name, typedName))
    .map(({ path, range, container, name }) => {
      return candidate(`${path}${rangeText(range)}`, container === '' ? name : `${container}.${name}`);
    });
}

function candidate(insert: string, title: string): Candidate {
  return { insert, label: visibleLine(`${insert}  ${title}`) };
}

async function slashNames(core: Core, scope: ChatScope): Promise<string[]> {
  const slashNamesFound = (await slashEntries(core, scope)).map(({ name }) => name);
  return [...new Set([...Object.keys(chatCommands), ...slashNamesFound])].sort().map((name) => `/${name}`);
}

function fitting(candidates: readonly string[], input: string): string[] {
  return candidates.filter((candidate) => startsWith(candidate, input));
}

function startsWith(text: string, input: string): boolean {
  return text.toLowerCase().startsWith(input.toLowerCase());
}
