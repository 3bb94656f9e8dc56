// A name in a text. If it names a file of the conversation's folder, it is a link that opens the file panel, or the
// user's editor with Ctrl or Cmd.

import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import type { FileReference } from '../../../../shared/features/files/fileReference.ts';
import { lateStrings } from '../../../core/lateStrings.ts';
import { useConversationView, useSession } from '../../../core/state/context.tsx';
import { openInEditor } from '../../../core/state/openInEditor.ts';
import { openFile } from '../../../core/state/panels.ts';
import type { Session } from '../../../core/state/session.ts';
import { visibleText } from '../../../ui/visibleText.ts';
import { lookupOf } from './fileLookup.ts';
import { candidatesOf, NameScopeContext } from './nameScope.ts';

interface FileNameProps {
  named: FileReference | null;
  /** One of many names in an output, which is one tab stop (`useRovingFocus`). */
  isItem?: boolean;
  dir?: string | undefined;
  tag?: 'code' | 'span';
  children?: ReactNode;
}

/** One element in both states: becoming a link must not replace what the user has selected. */
export function FileName({ named, isItem = false, dir, tag: Tag = 'span', children }: FileNameProps) {
  const session = useSession();
  const file = useFile(named);
  return (
    <Tag ref={isItem && file ? makeReachable : undefined} dir={dir} {...(file ? linkTo(file, session, isItem) : {})}>
      {children}
    </Tag>
  );
}

/** The first link of an output is its tab stop. */
function makeReachable(link: HTMLElement | null): void {
  const group = link?.closest('[data-file-links]');
  if (link && group && !group.querySelector('[data-item][tabindex="0"]')) link.tabIndex = 0;
}

type LinkProps = HTMLAttributes<HTMLElement> & { 'data-file': string; 'data-item'?: boolean };

function linkTo(file: FileReference, session: Session, isItem: boolean): LinkProps {
  function open(event: MouseEvent | KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey) return void openInEditor(session, file);
    const { view } = session;
    openFile(view, file.path, file.line);
    // The panel is below a dialog that shows output.
    if (view.getState().dialog !== null) view.setState({ dialog: null });
  }
  return {
    role: 'link',
    tabIndex: isItem ? -1 : 0,
    ...(isItem && { 'data-item': true }),
    'data-file': file.path,
    title: lateStrings.markdown.openFile(visibleText(file.path), file.line),
    onClick(event) {
      if (document.getSelection()?.isCollapsed !== false) open(event);
    },
    onKeyDown(event) {
      if (event.key === 'Enter' && !event.altKey) open(event);
    },
  };
}

/** The named file; null if there is none in the conversation's folder. */
function useFile(named: FileReference | null): FileReference | null {
  const lookup = lookupOf(useSession());
  const conversationId = useConversationView((view) => view.id);
  const scope = useContext(NameScopeContext);
  const name = named?.path ?? null;
  const [path, setPath] = useState(() => {
    if (name === null || conversationId === null) return null;
    const [first] = candidatesOf(name, scope);
    return first === undefined ? null : lookup.known(conversationId, first);
  });
  useEffect(() => {
    if (name === null || conversationId === null) return setPath(null);
    let isCurrent = true;
    void findFirst(candidatesOf(name, scope)).then((answer) => {
      if (isCurrent) setPath(answer);
    });
    return () => {
      isCurrent = false;
    };

    async function findFirst(paths: readonly string[]): Promise<string | null> {
      for (const candidate of paths) {
        const answer = await lookup.find(conversationId as string, candidate);
        if (answer !== null) return answer;
      }
      return null;
    }
  }, [name, conversationId, lookup, scope]);
  return named && path !== null ? { ...named, path } : null;
}
