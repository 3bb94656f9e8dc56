// Which language the window speaks. It is settled before anything is drawn, from what the window remembers; a change is
// taken on by loading the page again, which loses nothing: all that matters is the host's.

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Where the choice is kept in the window's own memory: `system` or a language. */
const languageKey = 'throughline.language';

/** What dates, numbers and the page itself are marked with. */
export const localeOf: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

/** The locale of times: the browser's own where it is of that language, as en-GB for a day of 24 hours. */
export function timeLocaleOf(language: Language, preferred: readonly string[]): string {
  const own = preferred.find((tag) => language === 'en' && /^en(-|$)/i.test(tag) && isLocale(tag));
  return own ?? localeOf[language];
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

export function languageOf(choice: string | null, preferred: readonly string[]): Language {
  const wanted = choice === null || choice === 'system' ? preferred : [choice];
  const found = wanted.map((tag) => tag.toLowerCase().split('-')[0]);
  return found.find((name): name is Language => (languages as readonly unknown[]).includes(name)) ?? 'en';
}

export function chosenLanguage(): Language {
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
