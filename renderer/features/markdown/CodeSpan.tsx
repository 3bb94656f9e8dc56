// Code within a line. If it names a file of the conversation's folder, it is a link that opens the file panel.

import type { HTMLAttributes, ReactNode } from 'react';
import type { FileReference } from '../../../shared/features/files/fileReference.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/panels.ts';
import type { ViewStore } from '../../core/state/viewStore.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { useFileReference } from './fileReferences.ts';

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
