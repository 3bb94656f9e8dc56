// Chooses the window's language before the first render, from local storage. Changing it reloads the page, which loses
// nothing, since all state is in the host.

import type { LanguageFile } from './strings/languageFile.ts';

/** Each language is one file, discovered automatically. */
const files = import.meta.glob<{ language: LanguageFile }>('./strings/languages/*.ts');

const tagOf = (path: string): string => path.replace(/^.*\/|\.ts$/g, '');

/** Language tags, English first. */
export const languages: readonly string[] = Object.keys(files)
  .map(tagOf)
  .sort((one, other) => Number(other === 'en') - Number(one === 'en') || (one < other ? -1 : 1));

export async function loadLanguage(tag: string): Promise<LanguageFile> {
  const load = files[`./strings/languages/${tag}.ts`];
  if (!load) throw new Error(`there is no language ${tag}`);
  return (await load()).language;
}

/** A language's own name for itself. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
}

/** Storage key for the choice: `system` or a language. */
const languageKey = 'throughline.language';

/** The locale for times: the browser's if it has the same language, such as en-GB for a 24-hour clock. */
export function timeLocaleOf(locale: string, preferred: readonly string[]): string {
  const own = preferred.find((tag) => locale === 'en' && /^en(-|$)/i.test(tag) && isLocale(tag));
  return own ?? locale;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Returns the first preferred language that exists, by full tag or by language alone. */
export function resolveLanguage(
  choice: string | null,
  preferred: readonly string[],
  there: readonly string[] = languages,
): string {
  const preferredLanguages = choice === null || choice === 'system' ? preferred : [choice];
  for (const tag of preferredLanguages) {
    const name = tag.toLowerCase();
    const match =
      there.find((each) => each.toLowerCase() === name) ?? there.find((each) => each === name.split('-')[0]);
    if (match !== undefined) return match;
  }
  return 'en';
}

export function chosenLanguage(): string {
  if (typeof document === 'undefined') return 'en';
  return resolveLanguage(askedLanguage() ?? rememberedLanguage(), navigator.languages);
}

/** The language in the page's URL, as used by the gallery. */
function askedLanguage(): string | null {
  return new URLSearchParams(location.search).get('lang');
}

export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}
