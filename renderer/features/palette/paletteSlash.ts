// What can be called with `/`, as commands of the palette: chosen, it stands before what is written in the message field.

import type { Session } from '../../core/state/session.ts';
import { strings } from '../../core/strings.ts';
import { composerPlace } from '../../ui/focus.ts';
import type { PaletteCommand } from './paletteRows.ts';

/** A palette shows all commands where none is typed. */
const most = 300;

export function slashCommands(session: Session): PaletteCommand[] {
  const { value } = session.lists.slash.store.getState();
  return (value?.entries.slice(0, most) ?? []).map(({ name, description }) => ({
    id: `slash/${name}`,
    title: strings.search.palette.call(name, description),
    quiet: true,
    keys: '',
    run: () => begin(session, name),
  }));
}

function begin({ view, conversation, drafts }: Session, name: string): void {
  view.setState({ page: 'chat', sheet: null });
  const { id } = conversation.store.getState();
  const called = `/${name} `;
  drafts.write(id, called + drafts.textOf(id));
  // The palette gives the keyboard back first.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = composerPlace();
      field?.focus({ preventScroll: true });
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(called.length, called.length);
    }),
  );
}
