// What the gallery's address asks of the look: `theme=light|dark`, `contrast=more`, `motion=less`, `zoom=50…200`. The
// language (`lang=zh`) is settled before: see language.ts.

import type { Settings } from '../../shared/settings.ts';

export function askedAppearance(
  query: URLSearchParams,
): Partial<Pick<Settings, 'theme' | 'contrast' | 'motion' | 'zoom'>> {
  const theme = query.get('theme');
  const zoom = Number(query.get('zoom'));
  return {
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(query.get('contrast') === 'more' ? { contrast: 'more' } : {}),
    ...(query.get('motion') === 'less' ? { motion: 'less' } : {}),
    ...(zoom >= 50 && zoom <= 200 ? { zoom } : {}),
  };
}
