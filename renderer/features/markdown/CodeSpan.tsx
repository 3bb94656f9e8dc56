// Code within a line. If it names a file of the conversation's folder, it is a link that opens the file panel. The host is
// asked about many files with one request.

import { type HTMLAttributes, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type FileReference, parseFileReference } from '../../../shared/features/files/fileReference.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useConversationView, useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/panels.ts';
import type { Session } from '../../core/state/session.ts';
import type { ViewStore } from '../../core/state/viewStore.ts';
import { visibleText } from '../../ui/visibleText.ts';

export function CodeSpan({ dir, children }: { dir: string | undefined; children?: ReactNode }) {
  const { view } = useSession();
  const file = useFileReference(typeof children === 'string' ? children : '');
  // One element in both states: becoming a link must not replace what the user has selected.
  return (
    <code dir={dir} {...(file ? linkTo(file, view) : {})}>
      {children}
    </code>
  );
}

function linkTo({ path, line }: FileReference, view: ViewStore): HTMLAttributes<HTMLElement> & { 'data-file': string } {
  return {
    role: 'link',
    tabIndex: 0,
    'data-file': path,
    title: lateStrings.markdown.openFile(visibleText(path), line),
    onClick() {
      if (document.getSelection()?.isCollapsed !== false) openFile(view, path, line);
    },
    onKeyDown(event) {
      if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) openFile(view, path, line);
    },
  };
}

interface FileLookup {
  /** The path of a file found before. */
  known(conversationId: string, path: string): string | null;
  /** The file's path in the folder; null if there is none. */
  find(conversationId: string, path: string): Promise<string | null>;
}

/** The contract's limit per request. */
const maxPaths = 200;
const lookups = new WeakMap<Session, FileLookup>();

function lookupOf(session: Session): FileLookup {
  const existing = lookups.get(session);
  if (existing) return existing;
  const lookup = createFileLookup((conversationId, paths) =>
    session.connection
      .call('file.find', { conversationId, paths })
      .then((answer) => (answer.ok ? answer.value.found : [])),
  );
  lookups.set(session, lookup);
  return lookup;
}

/**
 * Asks about all paths of a moment at once. Missing files are asked about again, as they may have been written since.
 * @internal
 */
export function createFileLookup(
  ask: (conversationId: string, paths: string[]) => Promise<readonly (string | null)[]>,
): FileLookup {
  const found = new Map<string, string>();
  /** By conversation, then path: requests of this moment. */
  const waiting = new Map<string, Map<string, PromiseWithResolvers<string | null>>>();
  const keyOf = (conversationId: string, path: string): string => `${conversationId}\n${path}`;

  async function send(conversationId: string, paths: [string, PromiseWithResolvers<string | null>][]): Promise<void> {
    const answers = await ask(
      conversationId,
      paths.map(([path]) => path),
    ).catch(() => []);
    for (const [at, [path, { resolve }]] of paths.entries()) {
      const answer = answers[at] ?? null;
      if (answer !== null) found.set(keyOf(conversationId, path), answer);
      resolve(answer);
    }
  }

  function sendAll(): void {
    for (const [conversationId, paths] of waiting) {
      const all = [...paths];
      for (let at = 0; at < all.length; at += maxPaths) void send(conversationId, all.slice(at, at + maxPaths));
    }
    waiting.clear();
  }

  return {
    known: (conversationId, path) => found.get(keyOf(conversationId, path)) ?? null,
    find(conversationId, path) {
      const known = found.get(keyOf(conversationId, path));
      if (known !== undefined) return Promise.resolve(known);
      if (waiting.size === 0) queueMicrotask(sendAll);
      const paths = waiting.get(conversationId) ?? new Map<string, PromiseWithResolvers<string | null>>();
      waiting.set(conversationId, paths);
      const pending = paths.get(path) ?? Promise.withResolvers<string | null>();
      paths.set(path, pending);
      return pending.promise;
    },
  };
}

/** The file that a code span names; null if it names none of the conversation's folder. */
function useFileReference(text: string): FileReference | null {
  const session = useSession();
  const conversationId = useConversationView((view) => view.id);
  const named = useMemo(() => parseFileReference(text), [text]);
  const lookup = lookupOf(session);
  const [path, setPath] = useState(() =>
    named && conversationId !== null ? lookup.known(conversationId, named.path) : null,
  );
  useEffect(() => {
    if (!named || conversationId === null) return setPath(null);
    let isCurrent = true;
    void lookup.find(conversationId, named.path).then((answer) => {
      if (isCurrent) setPath(answer);
    });
    return () => {
      isCurrent = false;
    };
  }, [named, conversationId, lookup]);
  return named && path !== null ? { ...named, path } : null;
}
