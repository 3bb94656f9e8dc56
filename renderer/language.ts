// Which language the window speaks. It is settled before anything is drawn, from what the window remembers; a change is
// taken on by loading the page again, which loses nothing: all that matters is the host's.

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Where the choice is kept in the window's own memory: `system` or a language. */
const languageKey = 'throughline.language';

/** What dates, numbers and the page itself are marked with. */
export const localeOf: Record<Language, string> = { en: 'en', zh: 'zh-CN' };

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
