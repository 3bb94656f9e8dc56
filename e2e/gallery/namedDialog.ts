// Maps the `dialog` parameter of the gallery's URL to a dialog: `dialog=delete`, `dialog=appearance`.

import type { OpenDialog } from '../../renderer/core/state/viewStore.ts';

const dialogs: Record<string, OpenDialog> = {
  delete: { type: 'delete', conversationId: 'current' },
  forget: { type: 'forget', messageId: 'm4', what: 'result' },
  folder: { type: 'folder', onPath: () => {} },
  output: { type: 'output', messageId: 'm8', title: 'Ran npm test' },
  request: { type: 'request' },
  shortcuts: { type: 'shortcuts' },
  export: { type: 'export', conversationId: 'current' },
  toolRun: { type: 'toolRun', toolName: 'run_command' },
  image: { type: 'image', hash: 'b'.repeat(64), mediaType: 'image/png', label: 'Image: Read docs/拓扑图.png' },
};

/** Unknown names are settings sections. */
export function namedDialog(name: string | null): OpenDialog | null {
  if (name === null) return null;
  return dialogs[name] ?? { type: 'settings', section: name as never };
}
