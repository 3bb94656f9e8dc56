// Conversations of other programs: in from their files, and out to them, as a page to share or as spans. The formats are loaded
// when one is wanted: a start cannot spare the time.

import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { ok, type Result } from '../../shared/errors.ts';
import type { WrittenForm } from '../../shared/programs.ts';
import type { SecretMask } from '../lib/secretMask.ts';
import type { ConversationStore } from '../ports/store.ts';
import type { GivenHistory, WrittenFile } from './history.ts';
import type { ImportOptions, ImportReport } from './import/importer.ts';

export interface WriteOptions {
  signal: AbortSignal;
  /** Of a page. */
  language?: 'en' | 'zh';
  /** Whether spans have what was said in them. */
  content?: boolean;
}

export interface Interop {
  /** From files and folders. CANCELLED when the signal aborts: what came in by then stays. */
  importPaths(paths: readonly string[], options: ImportOptions): Promise<Result<ImportReport>>;
  /** In another form, under a new id: the open branch, and the others where the form has a place for them; nothing is written. The first file is the conversation itself. */
  write(conversationId: string, form: WrittenForm, options: WriteOptions): Promise<Result<WrittenFile[]>>;
}

export interface InteropDeps {
  store: ConversationStore;
  /** The app's. */
  version: string;
  mask: SecretMask;
  env: Readonly<Record<string, string | undefined>>;
}

export function createInterop({ store, version, mask, env }: InteropDeps): Interop {
  const ownPlaces = placesOf(env);
  const hide = (text: string): string => mask.text(text);

  async function files(given: GivenHistory, form: WrittenForm, options: WriteOptions): Promise<WrittenFile[]> {
    switch (form) {
      case 'html': {
        const { htmlPage } = await import('./html/page.ts');
        const page = htmlPage(given, { language: options.language ?? 'en', mask: hide });
        return [{ path: 'conversation.html', text: await textOf(page) }];
      }
      case 'otlp': {
        const [{ traces }, { toSpans }] = await Promise.all([import('./otlp/span.ts'), import('./otlp/toSpans.ts')]);
        const spans = await toSpans(given, { content: options.content ?? false, mask: hide });
        return [{ path: 'traces.json', text: `${JSON.stringify(traces(spans, version))}\n` }];
      }
      default:
        return (await import('./formats.ts')).writerOf(form).write(given);
    }
  }

  /** Of those that have no place for other branches the open one is read alone. */
  async function holdsBranches(form: WrittenForm): Promise<boolean> {
    return form !== 'html' && form !== 'otlp' && (await import('./formats.ts')).writerOf(form).branches;
  }

  return {
    async importPaths(paths, options) {
      const [{ importPaths }, { historyFormats }] = await Promise.all([
        import('./import/importer.ts'),
        import('./formats.ts'),
      ]);
      return importPaths({ store, formats: historyFormats, ownPlaces }, paths, options);
    },
    async write(conversationId, form, options) {
      const { signal } = options;
      const { givenHistory } = await import('./export/givenHistory.ts');
      const given = await givenHistory(store, conversationId, {
        version,
        newId: () => randomUUID(),
        allBranches: await holdsBranches(form),
        signal,
      });
      return given.ok ? ok(await files(given.value, form, options)) : given;
    },
  };
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Where the programs keep their sessions, with a separator at the end. */
function placesOf(env: InteropDeps['env']): string[] {
  const home = homedir();
  return [
    env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'),
    env.CODEX_HOME ?? join(home, '.codex'),
    join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'opencode'),
    join(home, '.gemini'),
  ].map((folder) => folder + sep);
}
