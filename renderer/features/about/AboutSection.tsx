// The page “About”: the version, and the licenses of everything inside, from a file that the build writes next to the page.

import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SettingsPage } from '../../core/feature.ts';
import { useApp } from '../../core/state/context.tsx';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { aboutWords as words } from './words.ts';

/** A package; `text`: position of its license. */
interface Licensed {
  name: string;
  version: string;
  license: string;
  source: string | null;
  text: number;
}

interface Licenses {
  packages: readonly Licensed[];
  texts: readonly string[];
}

function AboutSection() {
  const version = useApp((snapshot) => snapshot.version);
  return (
    <div className="grid grid-cols-1 gap-5 text-ui">
      <div>
        <p className="font-strong text-prose">{words.version(version)}</p>
        <p className="text-ink-2">{words.license}</p>
      </div>
      <section aria-label={words.licenses}>
        <h4 className="font-strong">{words.licenses}</h4>
        <p className="mb-3 max-w-[60ch] text-ink-2">{words.intro}</p>
        <LicenseList />
      </section>
    </div>
  );
}

function LicenseList() {
  const licenses = useLicenses();
  const [typed, setTyped] = useState('');
  if (licenses === 'reading' || licenses === 'failed') {
    return (
      <p role={licenses === 'failed' ? 'alert' : 'status'} className="text-ink-3">
        {words[licenses]}
      </p>
    );
  }
  const { packages, texts } = licenses;
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = packages.filter(({ name, version, license }) => {
    const line = `${name} ${version} ${license}`.toLowerCase();
    return parts.every((part) => line.includes(part));
  });
  return (
    <>
      <FilterRow
        label={words.find}
        text={typed}
        onText={setTyped}
        isFiltered={typed.trim() !== ''}
        left={{ shown: matches.length, of: packages.length }}
        onClear={() => setTyped('')}
        className="mb-2"
      />
      {matches.length === 0 && <p role="status">{words.none}</p>}
      <ul className="divide-y divide-line border-line border-y">
        {matches.map((one) => (
          <LicenseRow key={`${one.name} ${one.version} ${one.text}`} {...one} full={texts[one.text] ?? ''} />
        ))}
      </ul>
    </>
  );
}

/** Its text is rendered once it is opened. */
function LicenseRow({ name, version, license, source, full }: Omit<Licensed, 'text'> & { full: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex cursor-default flex-wrap items-baseline gap-x-3 py-1.5">
          <span className="wrap-anywhere min-w-0">{name}</span>
          <span className="tabular text-ink-3 text-small">{version}</span>
          <span className="ml-auto text-ink-2 text-small">{license}</span>
        </summary>
        {isOpen && (
          <div className="pb-3">
            {source !== null && <p className="wrap-anywhere mb-2 text-ink-2 text-small">{words.source(source)}</p>}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
            <pre tabIndex={0} className="max-h-80 overflow-auto whitespace-pre-wrap rounded-m bg-sunk p-3 text-code">
              {full}
            </pre>
          </div>
        )}
      </details>
    </li>
  );
}

function useLicenses(): Licenses | 'reading' | 'failed' {
  const [licenses, setLicenses] = useState<Licenses | 'reading' | 'failed'>('reading');
  useEffect(() => {
    const ended = new AbortController();
    fetch('licenses.json', { signal: ended.signal, credentials: 'omit' })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .then(setLicenses)
      .catch(() => !ended.signal.aborted && setLicenses('failed'));
    return () => ended.abort();
  }, []);
  return licenses;
}

export const aboutPage: SettingsPage = { icon: Info, words, Section: AboutSection };
