// Selects the files of a backup: everything in the data folder except what is rebuilt, locks something, or belongs to a live process. The
// same rules decide what a restore accepts: a backup may be hostile.

import { isTemporaryName } from '../../stores/files/atomicWrite.ts';
import { parseDeletedName } from '../../stores/removal/undoSession.ts';

/** Indexes, caches, locks and files of live processes, by their name in the data folder. */
const leftOut = new Set([
  'learnt.json',
  'devices.json',
  'passkeys.json',
  'unsent.json',
  'logs',
  'server.json',
  'locks',
  'processes',
  'sandbox',
  // Sign-ins of the user.
  'browser',
  'exports',
  'desktop',
  'backups',
  'format.json',
  'sync',
  'sharing',
  'accepted',
]);

/** Restores and migrations in preparation. */
const stagedPrefix = 'staged.';

/** `path` is relative to the data folder, with `/`. */
export function isBackedUp(path: string): boolean {
  const [first = '', second = '', third = '', fourth = ''] = nameKey(path).split('/');
  if (leftOut.has(first) || /\.db(?:-\w+)?$/.test(first) || first.startsWith(stagedPrefix)) return false;
  if (path.split('/').some(isTemporaryName)) return false;
  // Packages that are not installed.
  if (first === 'plugins' && second === 'incoming') return false;
  if (first !== 'projects') return true;
  // Copies of other apps' sessions.
  if (second.startsWith('inplace-')) return false;
  if (third === 'conversations' && parseDeletedName(fourth) !== null) return false;
  const isUndo = third === 'state' && fourth === 'undo';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !isUndo || !(name.startsWith('=snapshot.') || name.endsWith('.open'));
}

/** True for files about one machine: the commands, servers, hooks and schedules that may run there without asking. */
export function isForOneMachine(path: string): boolean {
  // Personal hooks need no approval, and neither do schedules.
  return /^(?:(?:permissions|mcp-approvals|hook-approvals|hooks)\.json$|schedules\/)/.test(nameKey(path));
}

/** Names that the app reads, where it reads them: a variant of one would be read in its place on some systems. */
const topNames = new Set([
  ...leftOut,
  ...['settings.json', 'permissions.json', 'mcp.json', 'mcp-approvals.json', 'hooks.json', 'hook-approvals.json'],
  ...['external-agents.json', 'encryption.json', 'updates.json', 'theme.css', 'memory.md'],
  ...['projects', 'usage', 'import', 'set-aside', 'schedules', 'schedule-runs', 'plugins', 'goals'],
]);
const projectNames = new Set([
  ...['project.json', 'mcp.json', 'encryption.json', 'conversations', 'state', 'logs', 'undo', 'attachments'],
  ...['tool-results', 'execution', 'messages.json', 'meta.json', 'pending.json', 'partial.json', 'review.json'],
  'removed.json',
]);

function isVariant(path: string): boolean {
  const [first = '', ...others] = path.split('/');
  const isOther = (names: ReadonlySet<string>, name: string): boolean => !names.has(name) && names.has(nameKey(name));
  return isOther(topNames, first) || (first === 'projects' && others.some((name) => isOther(projectNames, name)));
}

const maxSegmentBytes = 255;
const maxPathBytes = 1024;
const windowsDevice = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Whether a name from a backup is safe to create on every system: relative, without `..`, and without surprises. */
export function isSafePath(path: string): boolean {
  if (path === '' || Buffer.byteLength(path) > maxPathBytes) return false;
  if (isVariant(path)) return false;
  return path.split('/').every((segment) => {
    if (segment === '' || segment === '.' || segment === '..') return false;
    if (Buffer.byteLength(segment) > maxSegmentBytes || /[. ]$/.test(segment) || windowsDevice.test(segment))
      return false;
    // Control characters, what Windows forbids, and lone surrogates.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    return !/[\u0000-\u001f\u007f\\:*?"<>|]/.test(segment) && segment.isWellFormed();
  });
}

/** Names with the same key are the same file on some systems, of which some ignore invisible characters. */
export function nameKey(path: string): string {
  const visible = path.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Both, because some letters have several lower or upper case forms.
  return visible.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
