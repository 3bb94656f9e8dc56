// All MCP servers, grouped by file, each with its state as icon and text.

import { ChevronRight, Download, Globe, Plus, SquareTerminal, TriangleAlert } from 'lucide-react';
import type { UserTextData } from '../../../shared/core/sentence.ts';
import type { McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { englishOf } from '../../core/words/hostTranslations.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { CheckAgain } from './CheckAgain.tsx';
import { McpStateMark } from './McpStateMark.tsx';
import { exampleFields } from './mcpEntry.ts';
import { mcpGroups } from './mcpGroups.ts';
import { serverKey, useMcp } from './mcpStore.ts';
import { sentenceCase } from './sentenceCase.ts';
import { mcpWords } from './words.ts';

const words = mcpWords;

export interface McpListProps {
  onOpen: (server: McpServerRef) => void;
  onAdd: (example: boolean) => void;
  onImport: () => void;
}

export function McpList({ onOpen, onAdd, onImport }: McpListProps) {
  const { servers, problems, error } = useMcp((now) => now);
  const projects = useApp((snapshot) => snapshot.projects);
  const groups = mcpGroups(servers ?? [], projects);
  return (
    <div>
      <p className="text-ink-2 text-ui">{words.intro}</p>
      {error && (
        <p role="alert" className="wrap-anywhere mt-3 text-fail text-ui">
          {error.message}
        </p>
      )}
      <Problems list={problems} />
      {!servers && !error && <p className="mt-4 text-ink-3 text-ui">{words.loading}</p>}
      {servers?.length === 0 && <Empty onExample={() => onAdd(true)} />}
      {groups.map((group) => (
        <section key={group.key} aria-labelledby={`mcp-${group.key}`} className="mt-5">
          <h4 id={`mcp-${group.key}`} className="wrap-anywhere font-strong text-ui">
            <VisibleText text={group.title} />
          </h4>
          <p className="text-ink-3 text-small">{words.groupHints[group.type]}</p>
          <ul className="mt-1.5 divide-y divide-line border-line border-y">
            {group.servers.map((server) => (
              <li key={serverKey(server)}>
                <Row server={server} onOpen={() => onOpen(server)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button onClick={() => onAdd(false)}>
          <Plus className="size-4" strokeWidth={1.75} aria-hidden />
          {words.add}
        </Button>
        <Button onClick={onImport}>
          <Download className="size-4" strokeWidth={1.75} aria-hidden />
          {words.import}
        </Button>
        <CheckAgain />
      </div>
    </div>
  );
}

function Problems({ list }: { list: readonly UserTextData[] }) {
  if (list.length === 0) return null;
  return (
    <section aria-label={words.problems} className="mt-4 flex gap-2.5 rounded-l bg-wait-soft px-3 py-2.5 text-ui">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-wait" strokeWidth={1.75} aria-hidden />
      <div className="min-w-0">
        <p className="font-strong">{words.problems}</p>
        {list.map((problem) => (
          <p key={englishOf(problem)} className="wrap-anywhere mt-0.5">
            <VisibleText text={strings.sentences.host(problem)} />
          </p>
        ))}
      </div>
    </section>
  );
}

function Row({ server, onOpen }: { server: McpServerInfo; onOpen: () => void }) {
  const Icon = server.transport === 'http' ? Globe : SquareTerminal;
  const off = server.tools.filter(({ enabled }) => !enabled).length;
  const counts = [
    server.tools.length > 0 ? words.tools(server.tools.length) : '',
    off > 0 ? words.toolsOff(off) : '',
  ].filter(Boolean);
  return (
    <button
      type="button"
      onClick={onOpen}
      data-mcp-server={server.name}
      data-state={server.state}
      className="flex w-full items-start gap-2.5 rounded-m px-2 py-2 text-left text-ui hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon
        className="mt-0.5 size-4 shrink-0 text-ink-3"
        strokeWidth={1.75}
        aria-label={words.transports[server.transport]}
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="wrap-anywhere font-strong">
            <VisibleText text={server.name} />
          </span>
          <span className="tabular text-ink-3 text-small">{counts.join(' · ')}</span>
        </span>
        <span className="block truncate font-mono text-code text-ink-3" title={server.runs}>
          <VisibleText text={server.runs} />
        </span>
        {server.state === 'failed' && server.problem && (
          <span className="wrap-anywhere line-clamp-2 text-fail text-small">
            <VisibleText text={sentenceCase(strings.sentences.host(server.problem))} />
          </span>
        )}
      </span>
      <span className="flex h-5 shrink-0 items-center gap-1.5">
        <McpStateMark server={server} />
        <ChevronRight className="size-3.5 text-ink-3" aria-hidden />
      </span>
    </button>
  );
}

function Empty({ onExample }: { onExample: () => void }) {
  return (
    <div className="mt-5 rounded-l bg-soft px-4 py-3 text-ui">
      <p>{words.empty}</p>
      <p className="mt-0.5 text-ink-3">{words.emptyHint}</p>
      <p className="wrap-anywhere mt-2 font-mono text-code">
        {[exampleFields.command, ...exampleFields.args.split('\n')].join(' ')}
      </p>
      <Button size="small" className="mt-2.5" onClick={onExample}>
        {words.example}
      </Button>
    </div>
  );
}
