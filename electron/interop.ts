// Import and export of other apps' conversations, and export as pages or spans. Formats load lazily, to keep startup
// fast.

import { createHash, randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { fail, ok, type Result } from '../shared/core/errors.ts';
import { say } from '../shared/core/sentence.ts';
import type { PagePart } from '../shared/features/export/methods.ts';
import type { WrittenForm } from '../shared/features/import/otherApps.ts';
import { isInPlace } from '../shared/features/inPlace/inPlace.ts';
import { createOpenInPlan, type Placing, sweepExports, writeSessionFiles } from './features/export/openIn.ts';
import { createPreparedExports, type MadeExport } from './features/export/preparedExports.ts';
import type { ImportPaths } from './features/import/importer.ts';
import { programFolders } from './interop/appFolders.ts';
import type { ExportSource, WrittenFile } from './interop/history.ts';
import { maxResult } from './interop/otlp/content.ts';
import type { Environment } from './lib/environment.ts';
import type { SecretMask } from './lib/secretMask.ts';
import type { Exports } from './ports/exports.ts';
import type { InPlace } from './ports/inPlace.ts';
import type { ConversationStore } from './ports/store.ts';

interface WriteOptions {
  signal: AbortSignal;
  /** For a page. */
  language?: 'en' | 'zh';
  /** For spans: whether to include the conversation's text. */
  content?: boolean;
  /** For a page: parts to omit. */
  without?: readonly PagePart[];
}

export interface Interop {
  importPaths: ImportPaths;
  /**
   * Converts to another format under a new id: the active branch, and the others if the format supports them. Writes
   * nothing to disk. The first file is the conversation itself.
   */
  write(conversationId: string, form: WrittenForm, options: WriteOptions): Promise<Result<readonly WrittenFile[]>>;
  /** Exports for a window, and for apps that continue the conversation. */
  exports: Exports;
}

export interface InteropDeps {
  store: ConversationStore;
  /** Tells the folder of another app's session, which has no project. */
  inPlace: Pick<InPlace, 'list'>;
  /** The app's version. */
  version: string;
  /** Also masks what merely looks like a secret, since exports are shared. */
  mask: SecretMask;
  dataDir: string;
  env: Environment;
}

export function createInterop({ store, inPlace, version, mask, dataDir, env }: InteropDeps): Interop {
  const ownPlaces = Object.values(programFolders(env)).map((folder) => folder + sep);
  const hide = (text: string): string => mask.text(text);

  async function files(history: ExportSource, form: WrittenForm, options: WriteOptions): Promise<WrittenFile[]> {
    switch (form) {
      case 'html': {
        const { htmlPage } = await import('./interop/html/page.ts');
        const { language = 'en', without = [] } = options;
        const page = htmlPage(history, { language, mask: hide, without });
        return [{ path: 'conversation.html', text: await textOf(page) }];
      }
      case 'otlp': {
        const [{ tracesRequest: traces }, { toSpans }] = await Promise.all([
          import('./interop/otlp/span.ts'),
          import('./interop/otlp/toSpans.ts'),
        ]);
        const spans = await toSpans(history, { content: options.content ?? false, mask: hide });
        return [{ path: 'traces.json', text: `${JSON.stringify(traces(spans, { version }))}\n` }];
      }
      default:
        return (await import('./interop/formats.ts')).writerOf(form).write(history);
    }
  }

  /** Formats without branches need only the active one. */
  async function holdsBranches(form: WrittenForm): Promise<boolean> {
    return form !== 'html' && form !== 'otlp' && (await import('./interop/formats.ts')).writerOf(form).branches;
  }

  async function make(
    conversationId: string,
    form: WrittenForm,
    options: WriteOptions,
    newId: string = randomUUID(),
    anyFolder: string | null = null,
  ): Promise<Result<MadeExport & { source: ExportSource }>> {
    const { signal } = options;
    const { loadExportSource } = await import('./interop/exportSource.ts');
    // Spans name their conversation, with the same ids as when sent live.
    const idFor = (id: string): string =>
      form === 'otlp' ? id : id === conversationId ? newId : uuidOf(`${newId} ${id}`);
    const bounds = form === 'otlp' ? { maxResult } : {};
    const allBranches = await holdsBranches(form);
    const read = await loadExportSource(store, conversationId, { version, idFor, allBranches, signal, ...bounds });
    if (!read.ok) return read;
    const folder = read.value.folder ?? (await folderInPlace(conversationId));
    const history = { ...read.value, folder: folder ?? anyFolder };
    try {
      const { pageContents } = await import('./interop/html/page.ts');
      const written = await files(history, form, options);
      if (signal.aborted) return fail('CANCELLED', say`The export was stopped.`);
      return ok({ source: history, title: history.title, contents: pageContents(history), files: written });
    } catch (thrown) {
      // A string cannot hold more than half a gigabyte.
      if (!(thrown instanceof RangeError)) throw thrown;
      return fail('REQUEST_TOO_LARGE', say`This conversation is too large for one file in this format.`);
    }
  }

  async function folderInPlace(conversationId: string): Promise<string | null> {
    if (!isInPlace(conversationId)) return null;
    const { rows } = await inPlace.list();
    return rows.find((row) => row.conversationId === conversationId)?.folder ?? null;
  }

  const prepared = createPreparedExports();
  const exportFolder = join(dataDir, 'exports');

  async function placing(...[conversationId, program, sessionId, signal]: Parameters<Exports['openIn']>) {
    // Other apps always work in a folder.
    const made = await make(conversationId, program, { signal }, sessionId, env.HOME ?? homedir());
    if (!made.ok) return made;
    const { source, files } = made.value;
    return ok<Placing>({ program, files, folder: source.folder ?? '', env, exportFolder, platform: process.platform });
  }

  const exports: Exports = {
    async prepare({ conversationId, to, ...options }, signal) {
      const made = await make(conversationId, to, { ...options, signal });
      return made.ok ? prepared.add(to, made.value) : made;
    },
    piece: prepared.piece,
    discard: prepared.discard,
    sweep: () => sweepExports(exportFolder),
    async planOpenIn(...what) {
      const to = await placing(...what);
      const plan = to.ok ? await createOpenInPlan(to.value) : to;
      return plan.ok ? ok({ ...plan.value, sessionId: what[2] }) : plan;
    },
    async openIn(...what) {
      const to = await placing(...what);
      if (!to.ok) return to;
      const plan = await createOpenInPlan(to.value);
      if (!plan.ok) return plan;
      await exports.sweep();
      const done = await writeSessionFiles(to.value, what[3]);
      return done.ok ? ok({ ...plan.value, sessionId: what[2] }) : done;
    },
  };

  return {
    exports,
    async importPaths(paths, options) {
      const [{ importPaths }, { historyFormats }] = await Promise.all([
        import('./features/import/importer.ts'),
        import('./interop/formats.ts'),
      ]);
      return importPaths({ store, formats: historyFormats, ownPlaces }, paths, options);
    },
    async write(conversationId, form, options) {
      const made = await make(conversationId, form, options);
      return made.ok ? ok(made.value.files) : made;
    },
  };
}

/** Returns a UUID-shaped id, deterministic for the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
