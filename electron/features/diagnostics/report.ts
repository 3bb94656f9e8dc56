// The problem report: plain text that the user reads, edits and saves. By design it has no content: findings keep only
// numbers and well-known words, settings only choices, and the log has none.

import { arch, cpus, release, totalmem } from 'node:os';
import { renderSentence, Sentence, type SentenceParam } from '../../../shared/core/sentence.ts';
import type { Finding } from '../../../shared/features/diagnostics/methods.ts';
import { defaultSettings, type Settings } from '../../../shared/features/settings/settings.ts';

export interface ReportParts {
  version: string;
  host: string;
  settings: Settings;
  findings: readonly Finding[];
  logLines: readonly string[];
}

export function problemReport({ version, host, settings, findings, logLines }: ReportParts): string {
  const { node, electron, chrome } = process.versions;
  const runtime = [`Node ${node}`, ...(electron ? [`Electron ${electron}`, `Chromium ${chrome}`] : [])].join(', ');
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return [
    '# Problem report for Throughline',
    '',
    'Nothing of this has been sent. Read it, remove what you do not want to share, and send it yourself.',
    '',
    '## What happened',
    '',
    '(What did you do? What did you expect? What happened instead?)',
    '',
    '## App and system',
    '',
    `Version ${/^[\w.+-]{1,40}$/.test(version) ? version : 'unknown'}, ${host}`,
    runtime,
    `${process.platform} ${/^[\d.]*/.exec(release())?.[0] ?? ''}, ${arch()}, ${cpus().length} processors, ${gigabytes} GB of memory`,
    '',
    '## Settings that differ from the default',
    '',
    ...settingLines(settings),
    '',
    '## What `throughline doctor` found',
    '',
    ...findings.map(({ check, status, text }) => `${status.padEnd(7)} ${check}: ${withoutNames(text)}`),
    '',
    '## The last lines of the log',
    '',
    ...(logLines.length > 0 ? logLines : ['(none)']),
    '',
  ].join('\n');
}

/** Choices and numbers. Everything that the user typed is left out, or counted. */
function settingLines(settings: Settings): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const usual: unknown = Object.hasOwn(defaultSettings, name) ? defaultSettings[name as keyof Settings] : undefined;
    // Other versions, and hands, may have added names of their own.
    if (usual === undefined || JSON.stringify(value) === JSON.stringify(usual)) continue;
    lines.push(`${name}: ${shownValue(name, value)}`);
  }
  return lines.length > 0 ? lines : ['(none)'];
}

/** Settings whose text is one of the app's own words. */
const choices: ReadonlySet<string> = new Set([
  ...['approvalMode', 'theme', 'accent', 'density', 'contrast', 'motion', 'titles', 'logs', 'language'],
]);

function shownValue(name: string, value: unknown): string {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'string' && choices.has(name)) return /^[a-zA-Z-]{1,20}$/.test(value) ? value : 'changed';
  if (name === 'providers' && Array.isArray(value)) {
    return `${value.length} (${value.map((each) => String((each as { kind?: unknown }).kind)).join(', ')})`;
  }
  if (Array.isArray(value)) return `${value.length} entries`;
  if (typeof value === 'object' && value !== null) return `changed (${Object.keys(value).length} fields)`;
  return 'changed';
}

/** Words that a finding may name: variables, versions, sizes, kinds of disks and errors. */
const harmless =
  /^(?:[A-Z][A-Z_]{2,30}|\d[\d.,]*(?: ?(?:B|kB|MB|GB|TB|ms))?|nfs4?|cifs|smb[a-z3]*|9p|tmpfs|ramfs|vfat|exfat|fuse[a-z.]*|bubblewrap|seatbelt|(?:index|search)\.db|Dropbox|OneDrive|Google Drive|iCloud|Nextcloud|Syncthing)$/;

/** The app's own sentence; every other text in it becomes `…`. @internal */
export function withoutNames(text: Finding['text']): string {
  // A finding is always a sentence of the app; one without parameters arrives as its text.
  const sentence: SentenceParam = typeof text === 'string' ? text : new Sentence(text.key, text.params.map(hidden));
  return renderSentence(sentence, ({ key }) => key);
}

function hidden(param: SentenceParam): SentenceParam {
  if (typeof param === 'number') return param;
  if (typeof param === 'object') return new Sentence(param.key, param.params.map(hidden));
  return param.split(', ').every((part) => harmless.test(part)) ? param : '…';
}
