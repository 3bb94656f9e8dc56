// Folder entries, indented by depth. A click on a file opens the file panel.

import { File, Folder, type LucideIcon, SquareArrowOutUpRight } from 'lucide-react';
import { lateStrings } from '../../core/lateStrings.ts';
import { useSession } from '../../core/state/context.tsx';
import { openFile } from '../../core/state/panels.ts';
import { useRovingFocus } from '../../ui/useRovingFocus.ts';
import { visibleText } from '../../ui/visibleText.ts';
import { LazyLines } from './LazyLines.tsx';

const words = lateStrings.results.list;
const icons: Record<Exclude<ListEntry['kind'], 'note'>, LucideIcon> = {
  file: File,
  folder: Folder,
  link: SquareArrowOutUpRight,
};

/** `base`: the listed folder, relative to the project's folder. */
export function ListView({ content, base }: { content: string; base: string }) {
  const { view } = useSession();
  const roving = useRovingFocus();
  const entries = listEntries(content);
  const firstFile = entries.findIndex(({ kind }) => kind === 'file');
  return (
    <section aria-label={words.label} className="py-1.5 text-ui" {...roving}>
      <LazyLines
        lines={entries}
        render={(entry, index) => {
          if (entry.kind === 'note') {
            return (
              <p key={index} className="px-3 pt-1 text-ink-3 text-small">
                {entry.name}
              </p>
            );
          }
          const Icon = icons[entry.kind];
          const inside = (
            <>
              <Icon className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} aria-hidden />
              <span className="wrap-anywhere min-w-0">{visibleText(entry.name)}</span>
              {entry.target !== undefined && (
                <span className="wrap-anywhere min-w-0 text-ink-3">→ {visibleText(entry.target)}</span>
              )}
              {entry.kind !== 'file' && <span className="sr-only">{words[entry.kind]}</span>}
            </>
          );
          const style = { paddingLeft: 12 + entry.depth * 18 };
          return entry.kind === 'file' ? (
            <button
              key={index}
              type="button"
              data-item
              tabIndex={index === firstFile ? 0 : -1}
              style={style}
              onClick={() => openFile(view, base === '.' || base === '' ? entry.path : `${base}/${entry.path}`)}
              className="flex w-full items-center gap-2 pr-3 text-left leading-6 hover:bg-hover focus-visible:-outline-offset-2"
            >
              {inside}
            </button>
          ) : (
            <div key={index} style={style} className="flex items-center gap-2 pr-3 leading-6">
              {inside}
            </div>
          );
        }}
      />
    </section>
  );
}

/** Parses the output of list_files by entry: `src/`, `src/a.ts`, `to -> target`, and the tool's notices. */
interface ListEntry {
  kind: 'file' | 'folder' | 'link' | 'note';
  /** Relative to the listed folder. */
  path: string;
  name: string;
  depth: number;
  target?: string;
}

function listEntries(content: string): ListEntry[] {
  return content.split('\n').flatMap((line): ListEntry[] => {
    if (line === '') return [];
    if (/^\[.*\]$/s.test(line)) return [{ kind: 'note', path: '', name: line.slice(1, -1), depth: 0 }];
    return [entryOf(plainName(line))];
  });
}

function entryOf(line: string): ListEntry {
  if (line.endsWith('/')) return { kind: 'folder', ...placeOf(line.slice(0, -1)) };
  const arrow = line.indexOf(' -> ');
  if (arrow > 0) return { kind: 'link', ...placeOf(line.slice(0, arrow)), target: line.slice(arrow + 4) };
  return { kind: 'file', ...placeOf(line) };
}

function placeOf(path: string): Pick<ListEntry, 'path' | 'name' | 'depth'> {
  const names = path.split('/');
  return { path, name: names.at(-1) ?? path, depth: names.length - 1 };
}

/** list_files writes a name that contains a line break as JSON. */
function plainName(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    const name: unknown = JSON.parse(line);
    return typeof name === 'string' ? name : line;
  } catch {
    return line;
  }
}
