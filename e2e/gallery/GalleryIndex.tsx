// The gallery's first page: every scene by area, in the look that the address asks for, and links to the other looks.

import { sceneAreas } from './areas.ts';

const looks: [name: string, value: string, label: string][] = [
  ['theme', 'light', 'Light'],
  ['theme', 'dark', 'Dark'],
  ['contrast', 'more', 'More contrast'],
  ['motion', 'less', 'No motion'],
  ['lang', 'zh', 'Chinese'],
  ['zoom', '200', '200 %'],
];

export function GalleryIndex({ query }: { query: URLSearchParams }) {
  const to = (name: string, value: string): string => {
    const next = new URLSearchParams(query);
    if (next.get(name) === value) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
  return (
    <main className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[60rem] px-6 py-10">
        <h1 className="text-display">Gallery</h1>
        <nav aria-label="Look" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-ui">
          {looks.map(([name, value, label]) => (
            <a
              key={label}
              href={to(name, value)}
              aria-current={query.get(name) === value}
              className="text-ink-2 underline underline-offset-2 hover:text-ink aria-[current=true]:font-strong aria-[current=true]:text-accent"
            >
              {label}
            </a>
          ))}
        </nav>
        <ul className="mt-6">
          <li>
            <a className="text-accent underline underline-offset-2" href={to('show', 'all')}>
              Every box on one page
            </a>
          </li>
        </ul>
        {sceneAreas().map(({ area, names }) => (
          <section key={area} className="mt-6">
            <h2 className="font-strong text-prose">{area}</h2>
            <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 narrow:grid-cols-2 wide:grid-cols-3">
              {names.map((name) => (
                <li key={name}>
                  <a
                    data-scene={name}
                    className="text-accent underline underline-offset-2 hover:text-accent-hover"
                    href={to('show', name)}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}
