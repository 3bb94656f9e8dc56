// Rows of what `@` can mention.

import {
  Box,
  File,
  FileDiff,
  Folder,
  GitCommitHorizontal,
  List,
  MessagesSquare,
  Package,
  Pi,
  Plug,
  Shapes,
  SquareFunction,
  Waypoints,
} from 'lucide-react';
import type {
  PathCompletion,
  ResourceCompletion,
  SourceCompletion,
  SymbolCompletion,
} from '../../../../../shared/features/files/mentionMethods.ts';
import { callLine } from '../../../../core/calls/callLine.ts';
import { formatTime } from '../../../../core/format/time.ts';
import { lateStrings } from '../../../../core/lateStrings.ts';
import { strings, timeLocale } from '../../../../core/strings.ts';
import { visibleText } from '../../../../ui/visibleText.ts';
import type { CompletionOption } from './CompletionList.tsx';

export type Completion = PathCompletion | ResourceCompletion | SourceCompletion | SymbolCompletion;

export function optionOf(option: Completion): CompletionOption {
  if ('uri' in option) return resourceOption(option);
  if ('detail' in option) return sourceOption(option);
  if ('range' in option) return symbolOption(option);
  const { path, kind } = option;
  const at = path.lastIndexOf('/', path.length - 2) + 1;
  return {
    key: path,
    icon: kind === 'folder' ? Folder : File,
    label: path,
    name: <span className="min-w-0 max-w-[65%] shrink-0 truncate">{path.slice(at)}</span>,
    detail: <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-small">{path.slice(0, at)}</span>,
  };
}

function resourceOption({ path, server, uri, title, description }: ResourceCompletion): CompletionOption {
  return {
    key: path,
    icon: Plug,
    label: strings.sentences.row([title || uri, description, server].map(visibleText)),
    name: <span className="min-w-0 max-w-[65%] shrink-0 truncate">{visibleText(title || uri)}</span>,
    detail: (
      <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-small">
        {visibleText(title ? `${server} · ${uri}` : server)}
      </span>
    ),
  };
}

const sourceIcons = {
  diff: FileDiff,
  commit: GitCommitHorizontal,
  conversation: MessagesSquare,
  call: Waypoints,
} as const;

function callOption(path: string, call: NonNullable<SourceCompletion['call']>): CompletionOption {
  const sentence = callLine(call, call.outcome);
  const time = formatTime(call.askedAt, Date.now(), timeLocale, strings.ui.time);
  const about = `${strings.calls.states[call.outcome]} · ${time}`;
  return {
    key: path,
    icon: sourceIcons.call,
    label: strings.sentences.row([sentence, about]),
    name: <span className="min-w-0 max-w-[65%] shrink-0 truncate">{sentence}</span>,
    detail: <span className="tabular min-w-0 flex-1 truncate text-right text-ink-3 text-small">{about}</span>,
  };
}

function sourceOption({ path, kind, title, detail, call }: SourceCompletion): CompletionOption {
  if (call) return callOption(path, call);
  const words = lateStrings.mentions.sources;
  const about = kind === 'diff' ? (path === 'staged' ? words.staged : words.diff) : visibleText(detail || words[kind]);
  const name = kind === 'diff' ? path : visibleText(title);
  return {
    key: path,
    icon: sourceIcons[kind],
    label: strings.sentences.row([name, about]),
    name: <span className="min-w-0 max-w-[65%] shrink-0 truncate">{name}</span>,
    detail: <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-small">{about}</span>,
  };
}

const symbolIcons = {
  function: SquareFunction,
  method: SquareFunction,
  class: Box,
  interface: Shapes,
  type: Shapes,
  enum: List,
  constant: Pi,
  module: Package,
} as const;

function symbolOption(option: SymbolCompletion): CompletionOption {
  const { path, range, kind } = option;
  const name = visibleText(option.name);
  const container = visibleText(option.container);
  const place = `${visibleText(path)}:${range.start}`;
  const word = lateStrings.mentions.symbolKinds[kind];
  return {
    key: keyOf(option),
    icon: symbolIcons[kind],
    label: strings.sentences.row([name, word, container, place]),
    name: (
      <span className="min-w-0 max-w-[65%] shrink-0 truncate">
        {name}
        {container !== '' && <span className="text-ink-3 text-small"> {container}</span>}
      </span>
    ),
    detail: (
      <span className="min-w-0 flex-1 truncate text-right text-ink-3 text-small">
        {word} · {shortPlace(place)}
      </span>
    ),
  };
}

const maxPlaceLength = 30;

/** Keeps the end, where the file's name is. */
function shortPlace(place: string): string {
  if (place.length <= maxPlaceLength) return place;
  const cut = place.indexOf('/', place.length - maxPlaceLength);
  return `…${place.slice(cut < 0 ? place.lastIndexOf('/') : cut)}`;
}

/** Unique among all completions. */
export function keyOf(option: Completion): string {
  return 'range' in option ? `${option.path}#${option.range.start}-${option.range.end} ${option.name}` : option.path;
}
