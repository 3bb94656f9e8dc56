// Completes paths and server resources after `@`, from the host.

import { File, Folder, Plug } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { mentionText, type TypedMention } from '../../../../../shared/conversation/mentions.ts';
import type { PathCompletion, ResourceCompletion } from '../../../../../shared/features/files/mentionMethods.ts';
import { useActions, useConversationView, useSession } from '../../../../core/state/context.tsx';
import { strings } from '../../../../core/strings.ts';
import { visibleText } from '../../../../ui/visibleText.ts';
import { CompletionList, type CompletionOption } from './CompletionList.tsx';
import type { Completing } from './completionKeys.ts';
import { replaceText } from './fieldText.ts';
import { useListKeys } from './useListKeys.ts';

const limit = 12;
/** Max resources, listed below the paths. */
const resourceLimit = 8;
/** Milliseconds before retrying while the folder is still being indexed. */
const askAgain = 150;
const maxAttempts = 20;
const none: readonly PathCompletion[] = [];
const noResources: readonly ResourceCompletion[] = [];

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
  const completions = useMemo(() => [...paths.found, ...resources.found], [paths.found, resources.found]);
  const nothing = completions.length === 0 && paths.unknown && resources.answered === typed.typed;
  const take = (index: number): boolean => {
    const element = field.current;
    const option = completions[index];
    if (!element || !option) return false;
    insert(element, typed, option);
    completion.update();
    return true;
  };
  const [chosen, choose] = useListKeys(completion, {
    options: completions.map(({ path }) => path),
    ready: paths.answered === typed.typed && resources.answered === typed.typed,
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
      nothing={nothing ? strings.files.nothing : null}
      onChoose={choose}
      onTake={take}
    />
  );
}

function usePaths(query: string, projectId: string) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [completions, setCompletions] = useState<readonly PathCompletion[]>(none);
  /** The query that `completions` belongs to. */
  const [answered, setAnswered] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = async (tries: number): Promise<void> => {
      const request = { projectId, conversationId, text: query, limit };
      const answer = await call('mention.complete', request, controller.signal);
      if (controller.signal.aborted) return;
      const paths = answer.ok ? answer.value.paths : [];
      setUnknown(answer.ok && answer.value.complete && paths.length === 0 ? query : null);
      // A complete path needs no completion.
      setCompletions(paths.some(({ path, kind }) => path === query && kind === 'file') ? none : paths);
      setAnswered(query);
      if (answer.ok && !answer.value.complete && tries > 0) timer = setTimeout(() => void ask(tries - 1), askAgain);
    };
    void ask(maxAttempts);
    return () => {
      controller.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [query, projectId, conversationId, call]);
  return { found: completions, answered, unknown: query !== '' && unknown === query };
}

function useResources(query: string, projectId: string) {
  const { call } = useActions();
  const { connection } = useSession();
  const conversationId = useConversationView((view) => view.id);
  const [completions, setCompletions] = useState<readonly ResourceCompletion[]>(noResources);
  const [answered, setAnswered] = useState<string | null>(null);
  /** Incremented when servers report changed resources. */
  const [news, setNews] = useState(0);
  useEffect(
    () => connection.onEvent(({ event }) => event.type === 'slash.changed' && setNews((now) => now + 1)),
    [connection],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the resources may have changed
  useEffect(() => {
    const controller = new AbortController();
    const request = { projectId, conversationId, text: query, limit: resourceLimit };
    void call('mention.resources', request, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      const resources = answer.ok ? answer.value.resources : noResources;
      setCompletions(resources.some(({ path, whole }) => whole && path === query) ? noResources : resources);
      setAnswered(query);
    });
    return () => controller.abort();
  }, [query, projectId, conversationId, call, news]);
  return { found: completions, answered };
}

function optionOf(option: PathCompletion | ResourceCompletion): CompletionOption {
  if ('uri' in option) return resourceOption(option);
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

/** Folders, and prefixes of addresses, stay open for further input. */
function insert(element: HTMLTextAreaElement, typed: TypedMention, option: PathCompletion | ResourceCompletion): void {
  const { value, selectionStart } = element;
  const written = mentionText(option.path);
  const isQuoted = written.startsWith('@"');
  const closed = typed.quoted && value.charAt(selectionStart) === '"';
  const isWhole = 'uri' in option ? option.whole : option.kind === 'file';
  const text = isWhole ? `${written} ` : isQuoted ? written.slice(0, -1) : written;
  const end = selectionStart + (closed && isWhole ? 1 : 0);
  const follows = isWhole && value.charAt(end) === ' ';
  replaceText(element, typed.start, end + (follows ? 1 : 0), text);
}
