// Finds a server in the registry of the settings. Nothing is sent before the user searches, and a new search cancels the one
// before. All texts of the results are from strangers.

import { Globe, Package, Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import type { RegistryPage, RegistryServer } from '../../../shared/features/mcp/registryServer.ts';
import { useActions, useApp } from '../../core/state/context.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/Field.tsx';
import { CommitOnBlurField } from '../../ui/FormFields.tsx';
import { PageHead } from '../../ui/ItemForm.tsx';
import { ErrorLine, OpenRow, rowsClasses, useOpenerFocus } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { useSetting } from '../settings/useSetting.ts';
import { RegistryServerPage, StatusMark } from './RegistryServerPage.tsx';
import { mcpWords } from './words.ts';

const labels = mcpWords.find;
const officialHost = 'registry.modelcontextprotocol.io';

type Results = Pick<RegistryPage, 'servers' | 'cursor'> & { query: string };

interface FindServerProps {
  initialQuery: string;
  onCancel: () => void;
  onAdded: (server: McpServerRef) => void;
}

export function FindServer({ initialQuery, onCancel, onAdded }: FindServerProps) {
  const { call } = useActions();
  const [query, setQuery] = useState(initialQuery);
  const [results, setResults] = useState<Results | null>(null);
  const [state, setState] = useState<{ busy: 'first' | 'more' | null; error: string | null }>({
    busy: null,
    error: null,
  });
  const [openServer, setOpenServer] = useState<RegistryServer | null>(null);
  const running = useRef<AbortController | null>(null);
  const page = useOpenerFocus(openServer?.name ?? null);
  useEffect(() => () => running.current?.abort(), []);

  async function search(before: Results | null): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const sentQuery = before?.query ?? query.trim();
    if (before === null) setResults(null);
    setState({ busy: before ? 'more' : 'first', error: null });
    const answer = await call(
      'mcp.searchRegistry',
      { query: sentQuery, cursor: before?.cursor ?? null },
      controller.signal,
    );
    if (controller.signal.aborted) return;
    setState({ busy: null, error: answer.ok ? null : answer.error.message });
    if (!answer.ok) return;
    const { servers, cursor } = answer.value;
    const names = new Set(before?.servers.map(({ name }) => name));
    setResults({
      query: sentQuery,
      cursor,
      servers: [...(before?.servers ?? []), ...servers.filter(({ name }) => !names.has(name))],
    });
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (query.trim() !== '') void search(null);
  };

  if (openServer)
    return <RegistryServerPage server={openServer} onBack={() => setOpenServer(null)} onAdded={onAdded} />;
  return (
    <div ref={page} className="grid grid-cols-1 gap-4 text-ui">
      <PageHead back={mcpWords.back} onBack={onCancel} title={labels.title} hint={labels.intro} />
      <search>
        <form onSubmit={submit} data-find className="flex gap-2">
          <TextInput
            type="search"
            aria-label={labels.query}
            placeholder={labels.placeholder}
            maxLength={200}
            autoFocus
            data-opens="new"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <Button type="submit" disabled={query.trim() === ''}>
            <Search className="size-4" strokeWidth={1.75} aria-hidden />
            {labels.search}
          </Button>
        </form>
      </search>
      <RegistryAddress
        onChanged={() => {
          running.current?.abort();
          setResults(null);
          setState({ busy: null, error: null });
        }}
      />
      {state.error !== null && results === null && (
        <div className="flex flex-wrap items-center gap-3">
          <ErrorLine error={state.error} />
          <Button size="small" onClick={() => void search(null)}>
            {labels.again}
          </Button>
        </div>
      )}
      <p role="status" className={state.busy === 'first' || results?.servers.length === 0 ? 'text-ink-2' : 'sr-only'}>
        {state.busy === 'first' ? labels.searching : results ? labels.count(results.servers.length) : ''}
      </p>
      {results && results.servers.length > 0 && (
        <ul aria-label={labels.results} className={rowsClasses}>
          {results.servers.map((server) => (
            <li key={server.name}>
              <Row server={server} onOpen={() => setOpenServer(server)} />
            </li>
          ))}
        </ul>
      )}
      {results?.cursor && (
        <div className="flex flex-wrap items-center gap-3">
          <Button disabled={state.busy !== null} onClick={() => void search(results)}>
            {state.busy === 'more' ? labels.searching : labels.more}
          </Button>
          <ErrorLine error={state.error} />
        </div>
      )}
    </div>
  );
}

function Row({ server, onOpen }: { server: RegistryServer; onOpen: () => void }) {
  const { name, title, version, description, status, ways } = server;
  const isRemote = ways.length > 0 && ways.every(({ url }) => url !== null);
  return (
    <OpenRow
      icon={isRemote ? Globe : Package}
      iconLabel={isRemote ? mcpWords.transports.http : labels.package}
      state={<StatusMark status={status} hasWays={ways.length > 0} />}
      opens={name}
      onClick={onOpen}
    >
      <span className="wrap-anywhere block font-strong">
        <VisibleText text={title || name} />
      </span>
      <span className="wrap-anywhere block text-ink-3 text-small">
        <VisibleText text={title ? `${name} ${version}` : version} />
      </span>
      <span className="wrap-anywhere mt-0.5 line-clamp-2 text-ink-2">
        <VisibleText text={description} />
      </span>
    </OpenRow>
  );
}

/** Shows where searches go, and lets the user choose another registry. */
function RegistryAddress({ onChanged }: { onChanged: () => void }) {
  const saved = useApp((snapshot) => snapshot.settings.mcpRegistry);
  const { error, change } = useSetting();
  const apply = async (mcpRegistry: string): Promise<void> => {
    if (await change({ mcpRegistry })) onChanged();
  };
  return (
    <details className="text-small" open={error !== null || undefined}>
      <summary className="cursor-default rounded-s text-ink-3 hover:text-ink">
        {labels.sentTo(saved === '' ? officialHost : (URL.parse(saved)?.host ?? saved))}
      </summary>
      <div className="mt-2 max-w-[480px]">
        <CommitOnBlurField
          label={labels.registry}
          hint={labels.registryHint}
          error={error}
          placeholder="https://"
          maxLength={2000}
          saved={saved}
          onApply={(text) => void apply(text)}
        />
      </div>
    </details>
  );
}
