// Completes what a message can mention after `@`.

import { type RefObject, useMemo } from 'react';
import { mentionText, type TypedMention } from '../../../../../shared/conversation/mentions.ts';
import type {
  PathCompletion,
  SourceCompletion,
  SymbolCompletion,
} from '../../../../../shared/features/files/mentionMethods.ts';
import { lateStrings } from '../../../../core/lateStrings.ts';
import { strings } from '../../../../core/strings.ts';
import { CompletionList } from './CompletionList.tsx';
import type { Completing } from './completionKeys.ts';
import { replaceText } from './fieldText.ts';
import { type Completion, keyOf, optionOf } from './mentionOptions.tsx';
import { useListKeys } from './useListKeys.ts';
import { usePaths, useResources, useSources, useSymbols } from './useMentionMatches.ts';

/** Paths above the symbols. */
const pathsFirst = 6;

interface PathListProps {
  completion: Completing;
  typed: TypedMention;
  id: string;
  field: RefObject<HTMLTextAreaElement | null>;
  projectId: string;
}

export function PathList({ completion, typed, id, field, projectId }: PathListProps) {
  const paths = usePaths(typed.typed, projectId);
  const resources = useResources(typed.typed, projectId);
  const sources = useSources(typed.typed, projectId);
  const symbols = useSymbols(typed.typed, projectId);
  const completions = useMemo(
    () => [...inOrder(paths.found, symbols.found, sources.found, typed.typed), ...resources.found],
    [paths.found, symbols.found, sources.found, resources.found, typed.typed],
  );
  const answered = [resources, sources, symbols].every((matches) => matches.answered === typed.typed);
  const nothing = completions.length === 0 && paths.unknown && answered;
  const take = (index: number, key: 'Enter' | 'Tab' = 'Enter'): boolean => {
    const element = field.current;
    const option = completions[index];
    if (!element || !option) return false;
    // Like a folder, a conversation stays open for what is inside.
    insert(
      element,
      typed,
      key === 'Tab' && isConversation(option) ? { path: `${option.path}/`, kind: 'folder' } : option,
    );
    completion.update();
    return true;
  };
  const [chosen, choose] = useListKeys(completion, {
    options: completions.map(keyOf),
    ready: paths.answered === typed.typed && answered,
    nothing,
    about: typed.typed,
    take,
  });
  return (
    <CompletionList
      id={id}
      label={strings.files.list}
      field={field}
      options={completions.map(optionOf)}
      chosen={chosen}
      at={typed.start}
      nothing={nothing ? (symbols.complete ? strings.files.nothing : lateStrings.mentions.readingSymbols) : null}
      foot={
        isConversation(completions[chosen]) && (
          <p className="truncate border-line border-t px-3 py-1.5 text-ink-3 text-small">
            {lateStrings.mentions.tabForCalls}
          </p>
        )
      }
      onChoose={choose}
      onTake={take}
    />
  );
}

/** Files whose names contain the text come first, then symbols, then the paths that match otherwise. */
function inOrder(
  paths: readonly PathCompletion[],
  symbols: readonly SymbolCompletion[],
  sources: readonly SourceCompletion[],
  query: string,
): Completion[] {
  if (symbols.length === 0) return [...paths, ...sources];
  const typed = query.toLowerCase();
  const first = new Set(paths.filter(({ path }) => nameOf(path).includes(typed)).slice(0, pathsFirst));
  const isWord = ({ kind }: SourceCompletion): boolean => kind === 'diff';
  const rest = [...paths.filter((path) => !first.has(path)), ...sources.filter((source) => !isWord(source))];
  return [...first, ...sources.filter(isWord), ...symbols, ...rest];
}

function isConversation(option: Completion | undefined): boolean {
  return option !== undefined && 'kind' in option && option.kind === 'conversation';
}

/** In lower case. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/', path.length - 2) + 1).toLowerCase();
}

/** Folders, and prefixes of addresses, stay open for further input. */
function insert(element: HTMLTextAreaElement, typed: TypedMention, option: Completion): void {
  const { value, selectionStart } = element;
  const written = mentionText(option.path, 'range' in option ? option.range : null);
  const isQuoted = written.startsWith('@"');
  const closed = typed.quoted && value.charAt(selectionStart) === '"';
  const isWhole = 'uri' in option ? option.whole : option.kind !== 'folder';
  const text = isWhole ? `${written} ` : isQuoted ? written.slice(0, -1) : written;
  const end = selectionStart + (closed && isWhole ? 1 : 0);
  const follows = isWhole && value.charAt(end) === ' ';
  replaceText(element, typed.start, end + (follows ? 1 : 0), text);
}
