// How the window looks: light or dark, contrast, motion, size and language. What the settings say is written on the root
// element, where the style sheets find it, and remembered by the window, so that the next start looks right from the first
// frame on. Another language loads the page again, when drafts are safe.

import type { Settings } from '../../../shared/settings.ts';
import { languageOf, languages } from '../language.ts';
import type { Memory } from '../memory.ts';

export type Appearance = Pick<Settings, 'theme' | 'contrast' | 'motion' | 'zoom' | 'language'>;

const names = ['theme', 'contrast', 'motion', 'zoom', 'language'] as const;

const moreContrast = '(prefers-contrast: more)';
const lessMotion = '(prefers-reduced-motion: reduce)';

/** Writes it on the root element: `data-theme`, `data-contrast`, `data-motion`, and the size of everything. */
export function showAppearance(root: HTMLElement, { theme, contrast, motion, zoom }: Appearance): void {
  root.dataset.theme = theme;
  root.dataset.contrast = contrast === 'more' || matchMedia(moreContrast).matches ? 'more' : 'usual';
  root.dataset.motion = motion === 'less' || matchMedia(lessMotion).matches ? 'less' : 'usual';
  const size = String(zoom / 100);
  if ((root.style.getPropertyValue('--zoom') || '1') === size) return;
  root.style.setProperty('--zoom', size);
  // Whoever asks how much room there is asks again.
  window.dispatchEvent(new Event('resize'));
}

/** Calls back whenever the system asks for another contrast or motion. */
export function onSystemAppearance(changed: () => void): void {
  for (const query of [moreContrast, lessMotion]) matchMedia(query).addEventListener('change', changed);
}

export function rememberAppearance(memory: Memory, appearance: Appearance): void {
  for (const name of names) {
    const value = String(appearance[name]);
    if (memory.get(name) !== value) memory.set(name, value);
  }
}

export function rememberedAppearance(memory: Memory): Appearance {
  const one = <T extends string>(name: (typeof names)[number], known: readonly T[], usual: T): T =>
    known.find((value) => value === memory.get(name)) ?? usual;
  const zoom = Number(memory.get('zoom'));
  return {
    theme: one('theme', ['system', 'light', 'dark'], 'system'),
    contrast: one('contrast', ['system', 'more'], 'system'),
    motion: one('motion', ['system', 'less'], 'system'),
    zoom: zoom >= 50 && zoom <= 200 ? zoom : 100,
    language: one('language', ['system', ...languages], 'system'),
  };
}

/** Whether the page has to be loaded again to speak the language that is chosen now. */
export function needsAnotherLanguage(
  choice: Appearance['language'],
  spoken: string,
  preferred: readonly string[],
): boolean {
  return languageOf(choice, preferred) !== spoken;
}
