// One running language server: opens files as they are on the disk and collects the problems it reports, asked for where
// the server allows it, otherwise as it publishes them.

import { pathToFileURL } from 'node:url';
import type { Diagnostic, DocumentDiagnosticReport, InitializeResult } from 'vscode-languageserver-protocol/node';
import { untilAborted } from '../../lib/untilAborted.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ServerProcess } from './serverProcess.ts';

export interface LanguageServer {
  /** Null: no answer before `signal` aborted. Rejects if the server has ended. */
  diagnose(document: ServerDocument, signal: AbortSignal): Promise<Diagnostic[] | null>;
}

interface ServerDocument {
  /** Absolute. */
  path: string;
  languageId: string;
  text: string;
}

/** Files that stay open in a server; the least recently checked is closed. */
const maxOpen = 50;
/** Milliseconds: servers often publish a file's syntax first and its types shortly after. */
const settleMs = 400;

/** Rejects if the server does not answer before `signal` aborts. */
export async function connectLanguageServer(
  { connection, expectAnswer }: ServerProcess,
  folder: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<LanguageServer> {
  const rootUri = pathToFileURL(folder).href;
  const versions = new Map<string, number>();
  /** Only for the current version of a file. */
  const published = new Map<string, Diagnostic[]>();
  const wakers = new Set<() => void>();
  let pulls = false;

  connection.onNotification('textDocument/publishDiagnostics', (params: unknown) => {
    const { uri, version, diagnostics } = params as { uri: string; version?: number; diagnostics: Diagnostic[] };
    const current = versions.get(uri);
    if (current === undefined || (version ?? current) < current || !Array.isArray(diagnostics)) return;
    published.set(uri, diagnostics);
    for (const wake of wakers) wake();
  });
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
    published.delete(uri);
    const [oldest] = versions.keys();
    if (versions.size > maxOpen && oldest !== undefined) {
      versions.delete(oldest);
      published.delete(oldest);
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri: oldest } });
    }
    const textDocument = { uri, version };
    await (isOpen
      ? connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] })
      : connection.sendNotification('textDocument/didOpen', { textDocument: { ...textDocument, languageId, text } }));
    await connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    return uri;
  }

  /** Until nothing more is published for a moment. */
  async function settled(uri: string, until: AbortSignal): Promise<Diagnostic[] | null> {
    let latest: Diagnostic[] | null = null;
    while (!until.aborted) {
      const now = published.get(uri) ?? null;
      if (latest && now === latest) return latest;
      latest = now;
      const waiting = new AbortController();
      const changed = new Promise<void>((resolve) => {
        wakers.add(resolve);
        waiting.signal.addEventListener('abort', () => wakers.delete(resolve), { once: true });
      });
      const stop = AbortSignal.any([until, waiting.signal]);
      await untilAborted(until, latest ? Promise.race([changed, clock.wait(settleMs, stop)]) : changed);
      waiting.abort();
    }
    return latest;
  }

  return {
    async diagnose(document, until) {
      expectAnswer();
      const uri = await open(document);
      if (!pulls) return settled(uri, until);
      const report = await ask<DocumentDiagnosticReport>('textDocument/diagnostic', { textDocument: { uri } }, until);
      return report?.kind === 'full' && Array.isArray(report.items) ? report.items : null;
    },
  };
}
