// One running language server: opens files as they are on the disk and collects the problems it reports, asked for where
// the server allows it, otherwise as it publishes them.

import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Diagnostic, DocumentDiagnosticReport, InitializeResult } from 'vscode-languageserver-protocol/node';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ServerProcess } from './serverProcess.ts';

export interface LanguageServer {
  /** Null: no answer before `signal` aborted. Rejects if the server has ended. */
  diagnose(document: ServerDocument, signal: AbortSignal): Promise<DocumentProblems | null>;
}

interface DocumentProblems {
  diagnostics: Diagnostic[];
  /** By path: those that the document's change added in other files of the folder. None at the first change. */
  elsewhere: Map<string, Diagnostic[]>;
}

interface ServerDocument {
  /** Absolute. */
  path: string;
  languageId: string;
  text: string;
}

/** Other open files that are checked again after a change. */
const maxCheckedAgain = 10;
/** Files whose problems are remembered, so that new ones can be found. */
const maxRemembered = 2_000;

/** Files that stay open in a server; the least recently checked is closed. */
const maxOpen = 50;
/** Milliseconds: servers often publish a file's syntax first and its types shortly after. */
const settleMs = 400;

/** Rejects if the server does not answer before `signal` aborts. */
export async function connectLanguageServer(
  { connection, expectAnswer }: ServerProcess,
  folder: string,
  { clock, readText }: { clock: Clock; readText(path: string): Promise<string | null> },
  signal: AbortSignal,
): Promise<LanguageServer> {
  const rootUri = pathToFileURL(folder).href;
  const versions = new Map<string, number>();
  const texts = new Map<string, string>();
  /** Only for the current version of a file. */
  const published = new Map<string, Diagnostic[]>();
  /** The last problems of each file of the folder, also of those that are not open. */
  const latest = new Map<string, Diagnostic[]>();
  let publishCount = 0;
  let isFirst = true;
  const wakers = new Set<() => void>();
  let pulls = false;

  connection.onNotification('textDocument/publishDiagnostics', (params: unknown) => {
    const { uri, version, diagnostics } = params as { uri: string; version?: number; diagnostics: Diagnostic[] };
    if (typeof uri !== 'string' || !Array.isArray(diagnostics)) return;
    const current = versions.get(uri);
    if (current === undefined || (version ?? current) >= current) remember(uri, diagnostics);
    publishCount++;
    if (current === undefined) for (const wake of wakers) wake();
    if (current === undefined || (version ?? current) < current) return;
    published.set(uri, diagnostics);
    for (const wake of wakers) wake();
  });
  function remember(uri: string, diagnostics: Diagnostic[]): void {
    if (uri.startsWith(`${rootUri}/`) && (latest.has(uri) || latest.size < maxRemembered)) latest.set(uri, diagnostics);
  }

  // Servers wait for answers to these.
  connection.onRequest('workspace/configuration', ({ items }: { items: unknown[] }) => items.map(() => null));
  connection.onRequest('workspace/workspaceFolders', () => [{ uri: rootUri, name: folder }]);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.onRequest('client/unregisterCapability', () => null);
  connection.onRequest(
    'client/registerCapability',
    ({ registrations }: { registrations: readonly { method: string }[] }) => {
      pulls ||= registrations.some(({ method }) => method === 'textDocument/diagnostic');
      return null;
    },
  );

  async function ask<Answer>(method: string, params: unknown, until: AbortSignal): Promise<Answer | null> {
    expectAnswer();
    const { CancellationTokenSource } = await import('vscode-languageserver-protocol/node');
    const source = new CancellationTokenSource();
    const answer = await untilAborted(until, connection.sendRequest<Answer>(method, params, source.token));
    if (until.aborted) source.cancel();
    return answer;
  }

  const answer = await ask<InitializeResult>(
    'initialize',
    {
      processId: process.pid,
      clientInfo: { name: 'Throughline' },
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: folder }],
      capabilities: {
        general: { positionEncodings: ['utf-16'] },
        textDocument: {
          synchronization: { didSave: true },
          publishDiagnostics: { versionSupport: true },
          diagnostic: { dynamicRegistration: true },
        },
        workspace: { configuration: true, workspaceFolders: true },
      },
    },
    signal,
  );
  if (answer === null) throw new Error('It did not answer in time.');
  pulls ||= answer.capabilities.diagnosticProvider !== undefined;
  await connection.sendNotification('initialized', {});

  /** Returns its URI. */
  async function open({ path, languageId, text }: ServerDocument): Promise<string> {
    const uri = pathToFileURL(path).href;
    const version = (versions.get(uri) ?? 0) + 1;
    const isOpen = versions.delete(uri);
    versions.set(uri, version);
    texts.set(uri, text);
    published.delete(uri);
    const [oldest] = versions.keys();
    if (versions.size > maxOpen && oldest !== undefined) {
      await close(oldest);
    }
    const textDocument = { uri, version };
    await (isOpen
      ? connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] })
      : connection.sendNotification('textDocument/didOpen', { textDocument: { ...textDocument, languageId, text } }));
    await connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    return uri;
  }

  async function close(uri: string): Promise<void> {
    versions.delete(uri);
    texts.delete(uri);
    published.delete(uri);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** Other files may have changed since they were opened, or be gone. Returns those that are still open. */
  async function refreshOthers(uri: string): Promise<string[]> {
    const others = [...versions.keys()].filter((each) => each !== uri).slice(-maxCheckedAgain);
    for (const other of others) {
      const text = await readText(fileURLToPath(other));
      if (text === texts.get(other)) continue;
      if (text === null) {
        latest.delete(other);
        await close(other);
        continue;
      }
      const version = (versions.get(other) ?? 0) + 1;
      versions.set(other, version);
      texts.set(other, text);
      const textDocument = { uri: other, version };
      await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
    }
    return others.filter((other) => versions.has(other));
  }

  async function pull(uri: string, until: AbortSignal): Promise<Diagnostic[] | null> {
    const params = { textDocument: { uri } };
    const report = await ask<DocumentDiagnosticReport>('textDocument/diagnostic', params, until);
    const related = report?.relatedDocuments ?? {};
    for (const [other, { kind, ...rest }] of Object.entries(related)) {
      if (kind === 'full' && 'items' in rest && Array.isArray(rest.items)) remember(other, rest.items);
    }
    if (report?.kind !== 'full' || !Array.isArray(report.items)) return null;
    remember(uri, report.items);
    return report.items;
  }

  /** Until nothing more is published for a moment. */
  async function settled(uri: string, until: AbortSignal): Promise<Diagnostic[] | null> {
    let seenCount = -1;
    while (!until.aborted) {
      const now = published.get(uri) ?? null;
      if (now && seenCount === publishCount) return now;
      seenCount = publishCount;
      const waiting = new AbortController();
      const changed = new Promise<void>((resolve) => {
        wakers.add(resolve);
        waiting.signal.addEventListener('abort', () => wakers.delete(resolve), { once: true });
      });
      const stop = AbortSignal.any([until, waiting.signal]);
      await untilAborted(until, now ? Promise.race([changed, clock.wait(settleMs, stop)]) : changed);
      waiting.abort();
    }
    return published.get(uri) ?? null;
  }

  return {
    async diagnose(document, until) {
      expectAnswer();
      const before = new Map(latest);
      const uri = await open(document);
      const others = await refreshOthers(uri);
      const diagnostics = await (pulls ? pull(uri, until) : settled(uri, until));
      if (diagnostics === null) return null;
      if (pulls) for (const other of others) if (!until.aborted) await pull(other, until);
      const elsewhere = isFirst ? new Map<string, Diagnostic[]>() : added(before, uri);
      isFirst = false;
      return { diagnostics, elsewhere };
    },
  };

  function added(before: ReadonlyMap<string, Diagnostic[]>, except: string): Map<string, Diagnostic[]> {
    const all = new Map<string, Diagnostic[]>();
    for (const [uri, diagnostics] of latest) {
      const old = before.get(uri) ?? [];
      const path = uri === except || old === diagnostics ? null : pathOf(uri);
      const oldKeys = new Set(old.map(keyOf));
      const fresh = path === null ? [] : diagnostics.filter((each) => !oldKeys.has(keyOf(each)));
      if (path !== null && fresh.length > 0) all.set(path, fresh);
    }
    return all;
  }
}

/** Without its place, which moves with other lines. */
function keyOf(diagnostic: Partial<Diagnostic> | null): string {
  return JSON.stringify([diagnostic?.severity, diagnostic?.code, diagnostic?.message]);
}

function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}
