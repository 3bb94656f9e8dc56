// What the model should know about its environment: the moment (date, folder, system), and the project folder's
// AGENTS.md once the user trusts it. A record is stored only for changes, so earlier requests stay a prefix of later
// ones, even past midnight.

import { blockTag } from '../../../shared/conversation/attachments.ts';
import { environmentOf } from '../../../shared/conversation/environment.ts';
import type { EnvironmentTopic, Message, NewMessage } from '../../../shared/conversation/message.ts';
import type { UserText } from '../../../shared/core/sentence.ts';
import type { Settings } from '../../../shared/features/settings/settings.ts';
import { instructionsFile, otherInstructionsFiles } from '../../lib/instructionFiles.ts';
import type { FolderFiles } from '../../ports/folderFiles.ts';
import type { ConversationWriter } from '../../ports/store.ts';
import type { ChatDeps } from '../chatDeps.ts';
import type { RunSettings } from '../runSettings.ts';
import { planEnds, planStart } from '../toolLimits.ts';

export interface Environment {
  now: Date;
  folder: string | null;
  /** Its branch, if the folder is the conversation's worktree. */
  branch?: string | undefined;
  platform: string;
  instructions: Instructions;
  /** The user wants a plan first (`toolLimits.ts`). */
  planning: boolean;
}

/** The file's text as stored and its name, or why none is used. */
export type Instructions =
  | { text: string; cut: boolean; file: string }
  | { none: 'missing' | 'untrusted' }
  | { none: 'unreadable'; problem: UserText };

/** Maximum bytes sent. */
const maxBytes = 64 * 1024;

const platformNames: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** Returns the current environment. Reads the file each time; never in an untrusted folder. */
export async function currentEnvironment(
  deps: Pick<ChatDeps, 'clock' | 'platform' | 'store' | 'files' | 'isUnchecked' | 'settings'>,
  settings: Pick<RunSettings, 'folder' | 'trusted' | 'mode' | 'agent' | 'worktree'>,
): Promise<Environment> {
  const { folder, trusted, mode, agent, worktree } = settings;
  const instructions: Instructions =
    folder === null ? { none: 'missing' } : trusted ? await readInstructions(deps, folder) : { none: 'untrusted' };
  return {
    now: deps.clock.now(),
    folder,
    branch: worktree?.branch,
    platform: deps.platform,
    instructions,
    planning: mode === 'plan' && agent === null,
  };
}

export interface InstructionsDeps {
  store: Pick<ConversationWriter, 'asKept'>;
  files: Pick<FolderFiles, 'beginning'>;
  isUnchecked(path: string): Promise<boolean>;
  settings(): Promise<Pick<Settings, 'otherInstructions'>>;
}

/** `inside`: a folder inside the project folder, relative, with `/`; empty: that folder. */
export async function readInstructions(deps: InstructionsDeps, folder: string, inside = ''): Promise<Instructions> {
  const { otherInstructions } = await deps.settings();
  for (const file of [instructionsFile, ...(otherInstructions ? otherInstructionsFiles : [])]) {
    const instructions = await readFile(deps, folder, inside === '' ? file : `${inside}/${file}`, file);
    if (!('none' in instructions) || instructions.none !== 'missing') return instructions;
  }
  return { none: 'missing' };
}

async function readFile(deps: InstructionsDeps, folder: string, path: string, file: string): Promise<Instructions> {
  const read = await deps.files.beginning(folder, path, maxBytes);
  if (!read.ok) {
    const { details, message } = read.error;
    return details?.missing === true ? { none: 'missing' } : { none: 'unreadable', problem: message };
  }
  // A file that a sandboxed command may just have written is not the user's.
  if (read.value.text.trim() === '' || (await deps.isUnchecked(`${folder}/${path}`))) return { none: 'missing' };
  // As stored, with secrets masked, so that it compares equal later.
  const { text } = await deps.store.asKept(read.value.text);
  return { text, cut: read.value.bytes > maxBytes, file };
}

/**
 * Returns the records to store before the user's message, for what has changed since the last ones. `sent`: the records
 * in the context; after a compaction, the kept ones.
 */
export function environmentRecords(sent: readonly Message[], environment: Environment): NewMessage[] {
  const moment = momentText(environment);
  const last = (about: EnvironmentTopic) => sent.findLast((message) => environmentOf(message) === about)?.content;
  const records: NewMessage[] = [];
  if (last('moment') !== moment) records.push(recordOf('moment', moment));
  const before = last('instructions');
  const inForce = typeof before === 'string' && !endsTopic(before);
  if ('text' in environment.instructions) {
    const first = instructionsText(environment.instructions, '', false);
    const changed = instructionsText(environment.instructions, '', true);
    if (before !== first && before !== changed) records.push(recordOf('instructions', inForce ? changed : first));
  } else if (inForce) records.push(recordOf('instructions', instructionsEnded('', environment.instructions.none)));
  const planning = last('plan') === planStart;
  if (planning !== environment.planning) records.push(recordOf('plan', planning ? planEnds : planStart));
  return records;
}

/** Returns whether a record ends its topic. */
export function endsTopic(content: string): boolean {
  return content === planEnds || endOfInstructions.test(content);
}

function recordOf(about: EnvironmentTopic, content: string): NewMessage {
  return { role: 'system', partType: 'environment', content, environment: { about } };
}

const reasons = {
  missing: 'the file is gone or empty.',
  untrusted: 'the user no longer trusts the folder.',
  unreadable: 'the file can no longer be read.',
};
const endOfInstructions = /^\[Instructions of [^\n]+\]\nWhat AGENTS\.md said no longer applies: /;

/** `reason` null: the beginning of each such text. */
export function instructionsEnded(inside: string, reason: keyof typeof reasons | null): string {
  const why = reason === null ? '' : reasons[reason];
  return `${headOf(inside)}\nWhat ${instructionsFile} said no longer applies: ${why}`;
}

function headOf(inside: string): string {
  return inside === ''
    ? '[Instructions of the project folder]'
    : `[Instructions of the folder ${JSON.stringify(inside)}]`;
}

/** `replaces`: an earlier version of the file is still in the context. */
export function instructionsText(
  { text, cut, file }: { text: string; cut: boolean; file: string },
  inside: string,
  replaces: boolean,
): string {
  const tag = blockTag('instructions', text);
  const end = text.endsWith('\n') ? '' : '\n';
  const notice = cut ? `[Only the first ${maxBytes / 1024} KB are included.]\n` : '';
  const applies =
    inside === ''
      ? ''
      : ' This applies to files in the folder, where it has precedence over what folders above it say.';
  const lead = replaces ? `Its ${file} has changed. The following replaces what it said before:` : `Its ${file} says:`;
  return [
    headOf(inside),
    `The user trusts this folder.${applies} ${lead}`,
    `<${tag} path=${JSON.stringify(inside === '' ? file : `${inside}/${file}`)}>\n${text}${end}</${tag}>\n${notice}`.trimEnd(),
  ].join('\n');
}

function momentText(environment: Environment): string {
  const { now } = environment;
  const pad = (value: number): string => String(value).padStart(2, '0');
  return [
    '[Environment]',
    `Date: ${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`,
    `Operating system: ${platformNames[environment.platform] ?? environment.platform}`,
    environment.folder === null
      ? 'There is no project folder: file tools are not available.'
      : `Project folder: ${environment.folder}`,
    ...(environment.branch === undefined || environment.folder === null
      ? []
      : [`It is a git worktree of its own, on branch ${environment.branch}.`]),
  ].join('\n');
}
