// Appearance: theme, accent, contrast, motion, sizes, density and language. Writes settings to the root element for the
// stylesheets, and to local storage for the first frame of the next start. Changing the language reloads the page once
// drafts are saved.

import type { Settings } from '../../../shared/features/settings/settings.ts';
import { accents, densities, isThemeValue, letterSizes } from '../../../shared/features/theme/appearance.ts';
import { languages, resolveLanguage } from '../../core/language.ts';
import type { Memory } from '../../core/memory.ts';

const names = [
  'theme',
  'accent',
  'contrast',
  'motion',
  'density',
  'textSize',
  'codeSize',
  'zoom',
  'language',
] as const satisfies (keyof Settings)[];

export type Appearance = Pick<Settings, (typeof names)[number]>;

const moreContrast = '(prefers-contrast: more)';
const lessMotion = '(prefers-reduced-motion: reduce)';
const zooms: { from: number; to: number; usual: number } = { from: 50, to: 200, usual: 100 };

/** The user's colors by token name; stored ones were validated by the host. */
export type ThemeValues = Readonly<Record<string, string>>;

/** Sets `data-theme` and similar attributes, sizes and custom colors on the root element. */
export function applyAppearance(root: HTMLElement, look: Appearance, own: ThemeValues = {}): void {
  const { theme, accent, density, contrast, motion } = look;
  Object.assign(root.dataset, { theme, accent, density });
  root.dataset.contrast = contrast === 'more' || matchMedia(moreContrast).matches ? 'more' : 'usual';
  root.dataset.motion = motion === 'less' || matchMedia(lessMotion).matches ? 'less' : 'usual';
  let resized = false;
  for (const [name, size] of sizesOf(look)) {
    if (root.style.getPropertyValue(name) === size) continue;
    root.style.setProperty(name, size);
    resized = true;
  }
  applyTheme(root, own);
  // Notifies everything that measures the window.
  if (resized) window.dispatchEvent(new Event('resize'));
}

/** With high contrast, keeps the built-in colors, whose contrast is known. */
export function applyTheme(root: HTMLElement, own: ThemeValues): void {
  for (const name of root.dataset.themed?.split(' ') ?? []) root.style.removeProperty(name);
  const names =
    root.dataset.contrast === 'more' ? [] : Object.keys(own).filter((name) => isThemeValue(name, own[name]));
  for (const name of names) root.style.setProperty(name, own[name] as string);
  root.dataset.themed = names.join(' ');
}

const sizesOf = ({ zoom, textSize, codeSize }: Appearance): [string, string][] => [
  ['--zoom', String(zoom / 100)],
  ['--text-size', String(textSize)],
  ['--code-size', String(codeSize)],
];

/** Called when the system's contrast or motion preference changes. */
export function onSystemAppearanceChange(changed: () => void): void {
  for (const query of [moreContrast, lessMotion]) matchMedia(query).addEventListener('change', changed);
}

export function rememberAppearance(memory: Memory, appearance: Appearance): void {
  for (const name of names) {
    const value = String(appearance[name]);
    if (memory.get(name) !== value) memory.set(name, value);
  }
}

export function rememberedAppearance(memory: Memory): Appearance {
  const one = <T extends string>(name: (typeof names)[number], allowed: readonly T[], usual: T): T =>
    allowed.find((value) => value === memory.get(name)) ?? usual;
  const size = (name: (typeof names)[number], { from, to, usual } = zooms): number => {
    const value = Number(memory.get(name));
    return value >= from && value <= to ? value : usual;
  };
  return {
    theme: one('theme', ['system', 'light', 'dark'], 'system'),
    accent: one('accent', accents, 'teal'),
    density: one('density', densities, 'comfortable'),
    textSize: size('textSize', letterSizes.textSize),
    codeSize: size('codeSize', letterSizes.codeSize),
    contrast: one('contrast', ['system', 'more'], 'system'),
    motion: one('motion', ['system', 'less'], 'system'),
    zoom: size('zoom'),
    language: one('language', ['system', ...languages], 'system'),
  };
}

const themeName = 'themeFile';

export function rememberTheme(memory: Memory, values: ThemeValues): void {
  const text = JSON.stringify(values);
  memory.set(themeName, text === '{}' ? null : text);
}

export function rememberedTheme(memory: Memory): ThemeValues {
  try {
    return Object(JSON.parse(memory.get(themeName) ?? '{}'));
  } catch {
    return {};
  }
}

/** Whether changing the language requires a reload. */
export function needsLanguageReload(
  choice: Appearance['language'],
  spoken: string,
  preferred: readonly string[],
): boolean {
  return resolveLanguage(choice, preferred) !== spoken;
}
