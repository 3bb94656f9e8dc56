// Opens a file of the conversation's folder in the file panel, at a line.

import { panelOverQuery } from '../../ui/useMedia.ts';
import type { View, ViewStore } from './viewStore.ts';

export function openFile(view: ViewStore, path: string, line?: number): void {
  const over = matchMedia(panelOverQuery).matches;
  view.setState(
    (now): Partial<View> => ({
      file: { path, ...(line === undefined ? {} : { line }), count: (now.file?.count ?? 0) + 1 },
      panel: 'file',
      ...(over ? { sheet: 'panel' as const } : { panelOpen: true }),
    }),
  );
}
