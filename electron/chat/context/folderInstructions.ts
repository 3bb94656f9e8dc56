// The AGENTS.md of folders inside the project folder. A model receives one once its calls have touched a file there, in a record
// after their results; the nearest one to a file has precedence. https://agents.md

import { environmentOf } from '../../../shared/conversation/environment.ts';
import { type AssistantMessage, callsOf, type Message, type NewMessage } from '../../../shared/conversation/message.ts';
import { isForeign } from '../../lib/instructionFiles.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunSettings } from '../runSettings.ts';
import {
  type Instructions,
  type InstructionsDeps,
  instructionsEnded,
  instructionsText,
  readInstructions,
} from './environment.ts';

/** A hostile call or a huge tree does not fill the context. */
const maxFolders = 32;
/** Arguments of built-in tools and of most MCP servers that name a file or folder. */
const pathArguments = ['path', 'file_path', 'filePath', 'folder', 'directory', 'paths', 'from', 'to'];

type Deps = InstructionsDeps & Pick<ChatDeps, 'files'>;
type Settings = Pick<RunSettings, 'folder' | 'trusted'>;

/** The records to store after the results of a reply's calls. `sent`: reads the records in the context, if needed. */
export async function touchedFolderRecords(
  deps: Deps,
  sent: () => Promise<readonly Message[]>,
  reply: AssistantMessage,
  { folder, trusted }: Settings,
): Promise<NewMessage[]> {
  if (folder === null || !trusted) return [];
  const instructed: [string, Extract<Instructions, { text: string }>][] = [];
  for (const inside of await touchedFolders(deps, folder, reply)) {
    const instructions = await readInstructions(deps, folder, inside);
    if ('text' in instructions) instructed.push([inside, instructions]);
  }
  if (instructed.length === 0) return [];
  const applied = inForce(await sent());
  return instructed
    .filter(([inside]) => !applied.has(inside))
    .slice(0, Math.max(0, maxFolders - applied.size))
    .map(([inside, instructions]) => recordOf(inside, instructionsText(instructions, inside, false)));
}

/** The records to store before a user's message, for folders whose file has changed or is gone. */
export async function changedFolderRecords(
  deps: Deps,
  sent: readonly Message[],
  { folder, trusted }: Settings,
): Promise<NewMessage[]> {
  const records: NewMessage[] = [];
  for (const [inside, before] of inForce(sent)) {
    const instructions: Instructions =
      folder !== null && trusted ? await readInstructions(deps, folder, inside) : { none: 'untrusted' };
    if ('text' in instructions) {
      const changed = instructionsText(instructions, inside, true);
      const isSame = before === changed || before === instructionsText(instructions, inside, false);
      if (!isSame) records.push(recordOf(inside, changed));
    } else records.push(recordOf(inside, instructionsEnded(inside, instructions.none)));
  }
  return records;
}

/** The last record of each folder whose instructions apply, by folder. */
function inForce(sent: readonly Message[]): Map<string, string> {
  const last = new Map<string, string>();
  for (const message of sent) {
    const folder = folderOf(message);
    if (folder === null || typeof message.content !== 'string') continue;
    if (message.content.startsWith(instructionsEnded(folder, null))) last.delete(folder);
    else last.set(folder, message.content);
  }
  return last;
}

/** The folder that a record is about; null: it is not about one. */
export function folderOf(message: Message): string | null {
  if (message.role !== 'system' || environmentOf(message) !== 'folder') return null;
  return message.environment?.folder ?? null;
}

/** Folders between the project folder and what the calls name, outermost first, relative and with `/`. */
async function touchedFolders(
  { files }: Pick<ChatDeps, 'files'>,
  root: string,
  reply: AssistantMessage,
): Promise<string[]> {
  const folders = new Set<string>();
  for (const named of new Set(callsOf(reply).flatMap(({ function: { arguments: text } }) => pathsIn(text)))) {
    const parts = (await relativeFolder(files, root, named))?.split('/') ?? [];
    for (let depth = 1; depth <= parts.length; depth++) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders]
    .filter((inside) => !isForeign(inside))
    .sort((one, other) => one.split('/').length - other.split('/').length);
}

async function relativeFolder(files: ChatDeps['files'], root: string, named: string): Promise<string | null> {
  const file = await files.find(root, named);
  if (file !== null) return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : null;
  const listed = await files.list(root, named);
  const path = listed.ok ? listed.value.path : '';
  return path === '' ? null : path;
}

function pathsIn(argumentsText: string): string[] {
  try {
    const values: unknown = JSON.parse(argumentsText);
    if (typeof values !== 'object' || values === null) return [];
    return pathArguments
      .flatMap((name) => (values as Record<string, unknown>)[name])
      .filter((value): value is string => typeof value === 'string' && value.length < 4096);
  } catch {
    return [];
  }
}

function recordOf(folder: string, content: string): NewMessage {
  return { role: 'system', partType: 'environment', content, environment: { about: 'folder', folder } };
}
