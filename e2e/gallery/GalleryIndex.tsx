// The gallery's index: scenes by feature with a filter, and the selected scene in a frame with the selected look. The selection
// is in the URL fragment, so reloads and links show the same scene.

import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { TextInput } from '../../renderer/ui/Field.tsx';
import { accents } from '../../shared/features/theme/appearance.ts';
import { sceneAreas } from './areas.ts';

interface Look {
  /** As in the scene's URL. */
  name: string;
  label: string;
  options: readonly [value: string, label: string][];
}

const looks: readonly Look[] = [
  {
    name: 'theme',
    label: 'Theme',
    options: [
      ['', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  {
    name: 'lang',
    label: 'Language',
    options: [
      ['', 'Browser'],
      ['en', 'English'],
      ['zh', 'Chinese'],
    ],
  },
  {
    name: 'contrast',
    label: 'Contrast',
    options: [
      ['', 'System'],
      ['more', 'More'],
    ],
  },
  {
    name: 'motion',
    label: 'Motion',
    options: [
      ['', 'System'],
      ['less', 'Less'],
    ],
  },
  {
    name: 'accent',
    label: 'Accent',
    options: [['', 'Default'], ...accents.map((each) => [each, each] as [string, string])],
  },
  {
    name: 'density',
    label: 'Density',
    options: [
      ['', 'Comfortable'],
      ['compact', 'Compact'],
    ],
  },
  {
    name: 'zoom',
    label: 'Zoom',
    options: [
      ['', '100 %'],
      ['150', '150 %'],
      ['200', '200 %'],
    ],
  },
  {
    name: 'width',
    label: 'Width',
    options: [
      ['', 'Full'],
      ['1024', '1024 px'],
      ['720', '720 px'],
      ['480', '480 px'],
    ],
  },
];

const all = 'all';

/** `costsUnderReply`: "Costs under reply". */
function titleOf(scene: string): string {
  if (scene === all) return 'Every box on one page';
  const words = scene.replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function GalleryIndex() {
  const [chosen, setChosen] = useState(() => new URLSearchParams(location.hash.slice(1)));
  useEffect(() => {
    const read = (): void => setChosen(new URLSearchParams(location.hash.slice(1)));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const withChange = (name: string, value: string): string => {
    const next = new URLSearchParams(chosen);
    if (value === '') next.delete(name);
    else next.set(name, value);
    return `#${next}`;
  };

  const sought = (chosen.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const areas = [{ area: 'Parts', names: [all] }, ...sceneAreas()]
    .map(({ area, names }) => ({
      area,
      names: names.filter((name) => matches(`${area} ${titleOf(name)} ${name}`, sought)),
    }))
    .filter(({ names }) => names.length > 0);
  const names = areas.flatMap((each) => each.names);
  const scene = chosen.get('scene');
  const at = scene === null ? -1 : names.indexOf(scene);
  const step = (by: 1 | -1): void => {
    const next = names[at < 0 && by < 0 ? names.length - 1 : at + by];
    if (next !== undefined) location.replace(withChange('scene', next));
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return (
    <div className="flex h-full bg-page text-ink">
      <nav aria-label="Scenes" className="flex w-72 shrink-0 flex-col border-line border-r bg-sunk">
        <div className="p-4 pb-3">
          <h1 className="font-strong text-title">Gallery</h1>
          <p className="mt-0.5 text-ink-3 text-small" role="status">
            {names.length === 1 ? '1 scene' : `${names.length} scenes`}
          </p>
          <TextInput
            type="search"
            aria-label="Search scenes"
            placeholder="Search scenes"
            className="mt-3"
            value={chosen.get('q') ?? ''}
            onChange={(event) => location.replace(withChange('q', event.target.value))}
          />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
          {areas.length === 0 && <p className="px-2 text-ink-3 text-ui">No scene has these words.</p>}
          {areas.map(({ area, names }) => (
            <section key={area} className="mt-2">
              <h2 className="px-2 py-1 text-ink-3 text-small">{area}</h2>
              <ul>
                {names.map((name) => (
                  <li key={name}>
                    <SceneLink name={name} href={withChange('scene', name)} current={name === scene} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </nav>
      <main className="flex min-w-0 flex-1 flex-col">
        <header className="flex flex-wrap items-end gap-x-3 gap-y-2 border-line border-b px-4 py-3">
          {looks.map((look) => (
            <label key={look.name} className="text-ink-3 text-small">
              <span className="block">{look.label}</span>
              <select
                className="mt-0.5 h-7 rounded-m border border-line-strong bg-over px-1.5 text-ink text-ui"
                value={chosen.get(look.name) ?? ''}
                onChange={(event) => location.replace(withChange(look.name, event.target.value))}
              >
                {look.options.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </header>
        {scene === null ? (
          <p className="m-auto max-w-96 px-6 text-center text-ink-3 text-ui">
            Every state of the window, without a host behind it. Choose a scene on the left, or go through them with
            Alt+↓ and Alt+↑.
          </p>
        ) : (
          <Shown scene={scene} chosen={chosen} onStep={step} />
        )}
      </main>
    </div>
  );
}

function matches(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.toLowerCase().includes(word));
}

function SceneLink({ name, href, current }: { name: string; href: string; current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <a
      ref={link}
      {...(name === all ? {} : { 'data-scene': name })}
      href={href}
      aria-current={current}
      className="block truncate rounded-m px-2 py-1 text-ink-2 text-ui hover:bg-hover hover:text-ink aria-[current=true]:bg-accent-soft aria-[current=true]:font-strong aria-[current=true]:text-ink"
    >
      {titleOf(name)}
    </a>
  );
}

interface ShownProps {
  scene: string;
  chosen: URLSearchParams;
  onStep(by: 1 | -1): void;
}

function Shown({ scene, chosen, onStep }: ShownProps) {
  const query = new URLSearchParams({ show: scene });
  for (const { name } of looks) {
    const value = chosen.get(name);
    if (value !== null && name !== 'width') query.set(name, value);
  }
  const address = `?${query}`;
  const width = chosen.get('width');
  const button = 'flex h-7 items-center gap-1 rounded-m px-1.5 text-ink-2 text-ui hover:bg-hover hover:text-ink';
  return (
    <section aria-label={titleOf(scene)} className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 px-4 py-2">
        <h2 className="min-w-0 truncate font-strong text-ui">{titleOf(scene)}</h2>
        <code className="ml-2 min-w-0 flex-1 truncate text-ink-3 text-small">{scene}</code>
        <button type="button" className={button} onClick={() => onStep(-1)} aria-label="Previous scene">
          <ChevronLeft className="size-4" aria-hidden />
        </button>
        <button type="button" className={button} onClick={() => onStep(1)} aria-label="Next scene">
          <ChevronRight className="size-4" aria-hidden />
        </button>
        <a className={button} href={address} target="_blank" rel="noreferrer">
          <ExternalLink className="size-4" aria-hidden />
          Open alone
        </a>
      </div>
      <div className="min-h-0 flex-1 bg-sunk p-4 pt-0">
        {/* Each scene or look loads a new page. */}
        <iframe
          key={address}
          src={address}
          title={titleOf(scene)}
          // Scenes take the focus.
          onLoad={({ currentTarget }) => {
            currentTarget.contentWindow?.addEventListener('keydown', ({ key, altKey }) => {
              if (altKey) dispatchEvent(new KeyboardEvent('keydown', { key, altKey, cancelable: true }));
            });
          }}
          className="mx-auto block h-full w-full rounded-l border border-line bg-page"
          style={width === null ? undefined : { maxWidth: `${width}px` }}
        />
      </div>
    </section>
  );
}
