// What both sides know of searching the web: who can be asked, and what a search gives.

/** `searxng` is a server of the person's own; the others are services that take a key. */
export const webSearchBackends = ['searxng', 'brave', 'tavily', 'exa', 'kagi'] as const;

export type WebSearchBackend = (typeof webSearchBackends)[number];
export type KeyedBackend = Exclude<WebSearchBackend, 'searxng'>;

export const keyedBackends = ['brave', 'tavily', 'exa', 'kagi'] as const satisfies readonly KeyedBackend[];

/** Their own names, the same in every language. */
export const backendNames: Readonly<Record<WebSearchBackend, string>> = {
  searxng: 'SearXNG',
  brave: 'Brave Search',
  tavily: 'Tavily',
  exa: 'Exa',
  kagi: 'Kagi',
};

/** One page that was found. Each text is one line without markup; `url` is http or https. */
export interface WebSource {
  title: string;
  url: string;
  text: string;
  /** Of the page, as `2026-11-24`, where the service tells it. */
  date?: string;
}

/** The sources of a result as they were stored; empty for what is none. The log is not trusted to hold what was written. */
export function readWebSources(value: unknown): WebSource[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): WebSource[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { title, url, text, date } = entry as Record<string, unknown>;
    if (typeof title !== 'string' || typeof url !== 'string') return [];
    return [{ title, url, text: typeof text === 'string' ? text : '', ...(typeof date === 'string' ? { date } : {}) }];
  });
}
