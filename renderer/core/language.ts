// Which language the window speaks. It is settled before anything is drawn, from what the window remembers; a change is
// taken on by loading the page again, which loses nothing: all that matters is the host's.

import type { LanguageFile } from './strings/languageFile.ts';

/** Each language is one file, and found by being there. */
const files = import.meta.glob<{ language: LanguageFile }>('./strings/languages/*.ts');

const tagOf = (path: string): string => path.replace(/^.*\/|\.ts$/g, '');

/** Their tags, English first. */
export const languages: readonly string[] = Object.keys(files)
  .map(tagOf)
  .sort((one, other) => Number(other === 'en') - Number(one === 'en') || (one < other ? -1 : 1));

export async function loadLanguage(tag: string): Promise<LanguageFile> {
  const load = files[`./strings/languages/${tag}.ts`];
  if (!load) throw new Error(`there is no language ${tag}`);
  return (await load()).language;
}

/** What a language is called in itself. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
}

/** Where the choice is kept in the window's own memory: `system` or a language. */
const languageKey = 'throughline.language';

/** The locale of times: the browser's own where it is of that language, as en-GB for a day of 24 hours. */
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

/** Of those that are wanted the first that is there: by its whole tag, else by its language alone. */
export function languageOf(
  choice: string | null,
  preferred: readonly string[],
  there: readonly string[] = languages,
): string {
  const wanted = choice === null || choice === 'system' ? preferred : [choice];
  for (const tag of wanted) {
    const name = tag.toLowerCase();
    const found =
      there.find((each) => each.toLowerCase() === name) ?? there.find((each) => each === name.split('-')[0]);
    if (found !== undefined) return found;
  }
  return 'en';
}

export function chosenLanguage(): string {
  if (typeof document === 'undefined') return 'en';
  return languageOf(askedLanguage() ?? rememberedLanguage(), navigator.languages);
}

/** The one that the page's address asks for: the gallery's way. */
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
