// Parses the look from the gallery's URL: `theme=light|dark`, `contrast=more`, `motion=less`, `zoom=50…200`, `accent=blue`,
// `density=compact`, `text=18`, `code=14`. The language (`lang=zh`) is set earlier: see language.ts.

import type { Settings } from '../../shared/features/settings/settings.ts';
import { accents } from '../../shared/features/theme/appearance.ts';

export function askedAppearance(
  query: URLSearchParams,
): Partial<Pick<Settings, 'theme' | 'accent' | 'density' | 'textSize' | 'codeSize' | 'contrast' | 'motion' | 'zoom'>> {
  const theme = query.get('theme');
  const accent = accents.find((name) => name === query.get('accent'));
  const zoom = Number(query.get('zoom'));
  return {
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(accent ? { accent } : {}),
    ...(query.get('density') === 'compact' ? { density: 'compact' } : {}),
    ...(query.has('text') ? { textSize: Number(query.get('text')) } : {}),
    ...(query.has('code') ? { codeSize: Number(query.get('code')) } : {}),
    ...(query.get('contrast') === 'more' ? { contrast: 'more' } : {}),
    ...(query.get('motion') === 'less' ? { motion: 'less' } : {}),
    ...(zoom >= 50 && zoom <= 200 ? { zoom } : {}),
  };
}
