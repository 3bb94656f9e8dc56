// Web search for host and window: the backends, and the form of results.

/** `searxng` is the user's own server; the others are services that require a key. */
export const webSearchBackends = ['searxng', 'brave', 'tavily', 'exa', 'kagi'] as const;

export type WebSearchBackend = (typeof webSearchBackends)[number];
export type KeyedBackend = Exclude<WebSearchBackend, 'searxng'>;

export const keyedBackends = ['brave', 'tavily', 'exa', 'kagi'] as const satisfies readonly KeyedBackend[];

/** Their brand names, not translated. */
export const backendNames: Readonly<Record<WebSearchBackend, string>> = {
  searxng: 'SearXNG',
  brave: 'Brave Search',
  tavily: 'Tavily',
  exa: 'Exa',
  kagi: 'Kagi',
};

/** A page that was found. Each text is one line without markup; `url` is http or https. */
export interface WebSource {
  title: string;
  url: string;
  text: string;
  /** Date of the page, as `2026-11-24`, if the service reports it. */
  date?: string;
}

/** Validates the stored sources of a result; empty if invalid. The log may hold anything. */
export function readWebSources(value: unknown): WebSource[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): WebSource[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { title, url, text, date } = entry as Record<string, unknown>;
    if (typeof title !== 'string' || typeof url !== 'string') return [];
    return [{ title, url, text: typeof text === 'string' ? text : '', ...(typeof date === 'string' ? { date } : {}) }];
  });
}
