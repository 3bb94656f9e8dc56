// A palette row: a command with its keys, a setting with its section, a conversation with its time, or a message match.

import { Archive, ArrowRight, Command, MessagesSquare, Settings2 } from 'lucide-react';
import { formatTime } from '../../core/format/time.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { strings, timeLocale } from '../../core/strings.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { hitKind } from '../search/hitKind.ts';
import { HitSnippet, rangesOf, Snippet } from '../search/Snippet.tsx';
import type { PaletteRow } from './paletteRows.ts';

const words = lateStrings.search.palette;
const glyph = 'size-4 shrink-0 text-ink-3';

export function PaletteRowView({ row, now }: { row: PaletteRow; now: number }) {
  switch (row.kind) {
    case 'command':
      return (
        <span className="flex h-8 items-center gap-2.5">
          <Command className={glyph} strokeWidth={1.75} aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            <Snippet text={row.title} ranges={rangesOf(row.marks)} />
          </span>
          {row.keys && <Kbd keys={row.keys} />}
        </span>
      );
    case 'setting': {
      const { label, section } = row.field;
      return (
        <span className="flex h-8 items-center gap-2.5">
          <Settings2 className={glyph} strokeWidth={1.75} aria-hidden />
          <span className="min-w-0 flex-1 truncate">
            <Snippet text={label} ranges={rangesOf(row.marks)} />
          </span>
          <span className="shrink-0 text-ink-3 text-small">{lateStrings.settings.sections[section]}</span>
        </span>
      );
    }
    case 'conversation': {
      const { title, archived, updatedAt, activity } = row.row;
      const Icon = archived ? Archive : MessagesSquare;
      const state =
        activity === 'waiting'
          ? row.row.asks
            ? strings.sidebar.asking
            : strings.sidebar.waiting
          : activity === 'running'
            ? strings.sidebar.running
            : '';
      return (
        <span className="flex h-8 items-center gap-2.5">
          <Icon className={glyph} strokeWidth={1.75} aria-hidden />
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {title ? <Snippet text={title} ranges={rangesOf(row.marks)} /> : strings.sidebar.untitled}
          </span>
          {state && (
            <span className={activity === 'waiting' ? 'text-small text-wait' : 'text-ink-2 text-small'}>{state}</span>
          )}
          <span className="shrink-0 text-ink-3 text-small">
            {archived && `${words.archived} · `}
            {formatTime(updatedAt, now, timeLocale, strings.ui.time)}
          </span>
        </span>
      );
    }
    case 'hit': {
      const { icon: Icon, label } = hitKind(row.hit);
      const { title, createdAt } = row.hit;
      return (
        <span className="flex items-start gap-2.5 py-1.5">
          <Icon className={`${glyph} mt-0.5`} strokeWidth={1.75} aria-hidden />
          <span className="min-w-0 flex-1">
            <span className="block truncate">
              <HitSnippet hit={row.hit} />
            </span>
            <span className="flex gap-2 text-ink-3 text-small">
              <span className="shrink-0">{label}</span>
              <span aria-hidden>·</span>
              <span className="min-w-0 truncate" dir="auto">
                {visibleText(title) || strings.sidebar.untitled}
              </span>
              <span className="ml-auto shrink-0">{formatTime(createdAt, now, timeLocale, strings.ui.time)}</span>
            </span>
          </span>
        </span>
      );
    }
    case 'all':
      return (
        <span className="flex h-8 items-center gap-2.5 text-ink-2">
          <ArrowRight className={glyph} strokeWidth={1.75} aria-hidden />
          <span className="min-w-0 flex-1 truncate">{words.showAll(visibleText(row.text))}</span>
          <Kbd keys="Mod+Enter" />
        </span>
      );
  }
}
