// Removes from restored files what lets things run without asking, or changes where keys and conversations go, on a machine other than
// the backup's.

import { parseJsonBytes } from '../../stores/files/jsonFile.ts';
import { nameKey } from './backedUp.ts';

const cautious = new Set(['ask', 'reads', 'plan']);

/** Returns the file's new content; `unchanged`; or `withheld`: what it would allow cannot be seen. */
export function withoutPowers(path: string, bytes: Buffer): { text: string } | 'unchanged' | 'withheld' {
  const change = changeOf(path);
  if (!change) return 'unchanged';
  try {
    const value: unknown = parseJsonBytes(bytes);
    if (!isRecord(value)) return 'withheld';
    const before = JSON.stringify(value);
    change(value);
    const after = JSON.stringify(value);
    return after === before ? 'unchanged' : { text: after };
  } catch {
    return 'withheld';
  }
}

const changes: [RegExp, (value: Record<string, unknown>) => void][] = [
  [/^projects\/[^/]+\/project\.json$/, cautiousProject],
  [/^projects\/[^/]+\/conversations\/[^/]+\/meta[^/]*\.json$/, cautiousMode],
  [/^settings\.json$/, cautiousSettings],
  [/^external-agents\.json$/, unapprovedAgents],
];

function changeOf(path: string): ((value: Record<string, unknown>) => void) | undefined {
  return changes.find(([pattern]) => pattern.test(nameKey(path)))?.[1];
}

/** Whether `withoutPowers` may change it. */
export const hasPowers = (path: string): boolean => changeOf(path) !== undefined;

/** Shown as another project, it would work in that one's folder, with its trust. */
function cautiousProject(value: Record<string, unknown>): void {
  Object.assign(value, { trusted: {}, approvalModes: {} });
  delete value.sameAs;
}

function cautiousMode(value: Record<string, unknown>): void {
  if (!cautious.has(value.approvalMode as string)) delete value.approvalMode;
}

function cautiousSettings(settings: Record<string, unknown>): void {
  cautiousMode(settings);
  // Secrets that commands would receive, and the program that opens files.
  delete settings.commandVariables;
  delete settings.editor;
  delete settings.sharedBrowser;
  // It may allow everything in new conversations.
  delete settings.preset;
  // Where conversations and searches would be sent.
  delete settings.backup;
  delete settings.traces;
  delete settings.webSearch;
  const { providers } = settings;
  for (const provider of Array.isArray(providers) ? providers : []) {
    if (!isRecord(provider)) continue;
    // With the first two, someone could read what is sent, keys included. Headers have values in the keychain.
    delete provider.proxy;
    delete provider.certificate;
    delete provider.headers;
    // A key that is saved here may belong to another address.
    provider.restored = true;
  }
}

/** An approval is a hash that anyone can compute. */
function unapprovedAgents({ agents }: Record<string, unknown>): void {
  for (const agent of isRecord(agents) ? Object.values(agents) : []) {
    if (isRecord(agent)) agent.approved = null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
