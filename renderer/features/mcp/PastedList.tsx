// Several servers pasted at once: the command of each, and a choice of which to add. Listing them starts nothing.

import { useId, useState } from 'react';
import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';
import type { PastedServer } from '../../../shared/features/mcp/serversIn.ts';
import { useSession } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { nameError } from './mcpEntry.ts';
import { pastedRest, pastedRuns } from './pastedServers.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.form;

interface PastedListProps {
  servers: readonly PastedServer[];
  origin: McpOrigin;
  /** Existing names. */
  taken: readonly string[];
  onBack: () => void;
  /** All chosen servers were added. */
  onAdded: () => void;
}

export function PastedList({ servers, origin, taken, onBack, onAdded }: PastedListProps) {
  const { actions, mcp } = useSession();
  /** Added servers are not offered again. */
  const [rest, setRest] = useState(servers);
  const problemOf = ({ name }: PastedServer): string | null => nameError(name ?? '', taken);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    servers.flatMap((server) => (server.name === null || problemOf(server) ? [] : [server.name])),
  );
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  /** Never overwrites a server whose name was taken in the meantime. */
  const taking = rest.filter((server) => chosen.includes(server.name ?? '') && problemOf(server) === null);

  async function add(): Promise<void> {
    setBusy(true);
    const wanted = taking.flatMap(({ name, entry }) =>
      name === null
        ? []
        : [{ server: { origin, name }, configuration: JSON.stringify(entry), secrets: {}, isNew: true }],
    );
    const answer = await actions.call('mcp.saveAll', { servers: wanted });
    setBusy(false);
    setError(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    const wrong: Record<string, string> = {};
    for (const { index, message } of answer.value.failed) {
      wrong[wanted[index]?.server.name ?? ''] = strings.sentences.host(message);
    }
    setFailed(wrong);
    setChosen(Object.keys(wrong));
    setRest(rest.filter((server) => !taking.includes(server) || (server.name ?? '') in wrong));
    await mcp.reload();
    if (Object.keys(wrong).length === 0) onAdded();
  }

  return (
    <section aria-label={words.pasted(servers.length)}>
      <p className="font-strong text-ui">{words.pasted(servers.length)}</p>
      <ul className="mt-1 divide-y divide-line border-line border-y">
        {rest.map((server) => (
          <Row
            key={server.name}
            server={server}
            problem={failed[server.name ?? ''] ?? problemOf(server)}
            chosen={taking.includes(server)}
            fixed={problemOf(server) !== null}
            onChoose={(yes) => {
              const others = chosen.filter((name) => name !== server.name);
              setChosen(yes && server.name !== null ? [...others, server.name] : others);
            }}
          />
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="wrap-anywhere mt-3 text-fail text-ui">
          {error}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-48 flex-1 text-ink-3 text-small">{words.saveApproves}</p>
        <span className="flex gap-2" data-answers>
          <Button tone="ghost" onClick={onBack}>
            {strings.ui.cancel}
          </Button>
          <Button tone="primary" disabled={busy || taking.length === 0} onClick={() => void add()}>
            {words.addPasted(taking.length)}
          </Button>
        </span>
      </div>
    </section>
  );
}

interface RowProps {
  server: PastedServer;
  problem: string | null;
  chosen: boolean;
  fixed: boolean;
  onChoose: (yes: boolean) => void;
}

function Row({ server, problem, chosen, fixed, onChoose }: RowProps) {
  const id = useId();
  const name = server.name ?? '';
  return (
    <li className="flex items-start gap-3 py-2 text-ui">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={chosen}
        disabled={fixed}
        aria-label={words.addOne(visibleText(name))}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <label htmlFor={id} className="min-w-0 flex-1">
        <span className="wrap-anywhere font-strong">
          <VisibleText text={name} />
        </span>
        <span className="wrap-anywhere block font-mono text-code text-ink-2">
          <VisibleText text={pastedRuns(server.entry)} />
        </span>
        {pastedRest(server.entry).map((text) => (
          <span key={text} className="wrap-anywhere block font-mono text-ink-3 text-small">
            <VisibleText text={text} />
          </span>
        ))}
        {problem !== null && (
          <span className="wrap-anywhere block text-fail text-small" role="alert">
            {problem}
          </span>
        )}
      </label>
    </li>
  );
}
