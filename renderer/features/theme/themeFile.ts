// The user's theme file from the host: applied on change, and stored for the first frame of the next start.

import type { ThemeFile } from '../../../shared/features/theme/methods.ts';
import type { Session } from '../../core/state/session.ts';
import { applyTheme, rememberTheme } from './appearance.ts';

export function watchTheme({ connection, memory }: Pick<Session, 'connection' | 'memory'>, root: HTMLElement): void {
  const take = ({ values }: ThemeFile): void => {
    rememberTheme(memory, values);
    applyTheme(root, values);
  };
  const read = async (): Promise<void> => {
    const answer = await connection.call('theme.read', {});
    if (answer.ok) take(answer.value);
  };
  connection.onEvent(({ event }) => {
    if (event.type === 'theme.changed') take(event.theme);
  });
  connection.onOpen((again) => {
    if (again) void read();
  });
  void read();
}
