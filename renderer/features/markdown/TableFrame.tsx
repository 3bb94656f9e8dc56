// Table wrapper: scrolls horizontally, and copies the table as Markdown or CSV.

import { useRef } from 'react';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings } from '../../core/strings.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { WidenButton } from './WidenButton.tsx';

export function TableFrame({ children }: { children: React.ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const rows = (): string[][] =>
    [...(frame.current?.querySelectorAll('tr') ?? [])].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()),
    );
  return (
    <div className="table-frame group/table relative">
      <section
        ref={frame}
        className="table-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        aria-label={strings.ui.table}
      >
        {children}
      </section>
      <span className="absolute top-0 right-0 flex rounded-m bg-page opacity-0 transition-opacity focus-within:opacity-100 group-hover/table:opacity-100">
        <WidenButton />
        <CopyButton text={() => tableAsMarkdown(rows())} label={lateStrings.markdown.copyTable} />
        <CopyButton text={() => tableAsCsv(rows())} label={lateStrings.markdown.copyCsv} />
      </span>
    </div>
  );
}

// A table as text: Markdown, or CSV by RFC 4180.

/** The first row is the header. @internal */
export function tableAsMarkdown(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`;
  const [head = [], ...others] = rows;
  return line(head) + line(head.map(() => '---')) + others.map(line).join('');
}

/** Prefixes cells that a spreadsheet would interpret as formulas with `'`. @internal */
export function tableAsCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(value).join(',')}\r\n`).join('');
}

function value(cell: string): string {
  const text = /^[=@\t\r]|^[+-](?![\d.,\s]*%?$)/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
