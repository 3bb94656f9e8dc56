// Asks the host what matches the text after `@`. The host may still be reading the folder, so some answers are asked
// for again.

import { useEffect, useState } from 'react';
import type {
  PathCompletion,
  ResourceCompletion,
  SourceCompletion,
  SymbolCompletion,
} from '../../../../../shared/features/files/mentionMethods.ts';
import { useActions, useConversationView, useSession } from '../../../../core/state/context.tsx';

const limit = 12;
/** Max resources, listed below the paths. */
const resourceLimit = 8;
const symbolLimit = 8;
/** Milliseconds before retrying while the folder is still being indexed. */
const askAgain = 150;
const askAgainForSymbols = 300;
const maxAttempts = 20;
const noSources: readonly SourceCompletion[] = [];
const none: readonly PathCompletion[] = [];
const noResources: readonly ResourceCompletion[] = [];
const noSymbols = { found: [] as readonly SymbolCompletion[], answered: null as string | null, complete: false };

export function usePaths(query: string, projectId: string) {
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

export function useResources(query: string, projectId: string) {
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

/** Changes, commits, conversations and their calls. */
export function useSources(query: string, projectId: string) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [state, setState] = useState({ found: noSources, answered: null as string | null });
  useEffect(() => {
    const controller = new AbortController();
    const request = { projectId, conversationId, text: query, limit: resourceLimit };
    void call('mention.sources', request, controller.signal).then((answer) => {
      if (controller.signal.aborted) return;
      const sources = answer.ok ? answer.value.sources : noSources;
      setState({ found: sources.some(({ path }) => path === query) ? noSources : sources, answered: query });
    });
    return () => controller.abort();
  }, [query, projectId, conversationId, call]);
  return state;
}

export function useSymbols(query: string, projectId: string) {
  const { call } = useActions();
  const conversationId = useConversationView((view) => view.id);
  const [state, setState] = useState(noSymbols);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = async (tries: number): Promise<void> => {
      const request = { projectId, conversationId, text: query, limit: symbolLimit };
      const answer = await call('mention.symbols', request, controller.signal);
      if (controller.signal.aborted) return;
      const { symbols, complete } = answer.ok ? answer.value : { symbols: [], complete: true };
      setState({ found: symbols, answered: query, complete });
      if (!complete && tries > 0) timer = setTimeout(() => void ask(tries - 1), askAgainForSymbols);
    };
    void ask(maxAttempts);
    return () => {
      controller.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [query, projectId, conversationId, call]);
  return state;
}
