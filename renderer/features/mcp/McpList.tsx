// All MCP servers, grouped by file, each with its state as icon and text.

import { Download, Globe, Search, SquareTerminal } from 'lucide-react';
import type { Ref } from 'react';
import type { McpServerInfo, McpServerRef } from '../../../shared/features/mcp/methods.ts';
import { useApp } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { AddButton, EmptyList, ItemGroup, ListPage, OpenRow, Problems } from '../../ui/ListPage.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { McpStateMark } from './McpStateMark.tsx';
import { exampleFields } from './mcpEntry.ts';
import { mcpGroups } from './mcpGroups.ts';
import { serverKey, useMcp } from './mcpStore.ts';
import { RecheckButton } from './RecheckButton.tsx';
import { sentenceCase } from './sentenceCase.ts';
import { mcpWords } from './words.ts';

const words = mcpWords;

export interface McpListProps {
  ref: Ref<HTMLDivElement>;
  onOpen: (server: McpServerRef) => void;
  onAdd: (example: boolean) => void;
  onFind: () => void;
  onImport: () => void;
}

export function McpList({ ref, onOpen, onAdd, onFind, onImport }: McpListProps) {
  const { servers, problems, error } = useMcp((now) => now);
  const projects = useApp((snapshot) => snapshot.projects);
  return (
    <ListPage ref={ref} intro={words.intro} error={error?.message} loading={!servers && !error && words.loading}>
      <Problems
        title={words.problems}
        problems={problems.map((problem) => ({ text: strings.sentences.host(problem) }))}
      />
      {servers?.length === 0 && (
        <EmptyList
          text={words.empty}
          hint={words.emptyHint}
          sample={[exampleFields.command, ...exampleFields.args.split('\n')].join(' ')}
          action={words.example}
          onAction={() => onAdd(true)}
        />
      )}
      {mcpGroups(servers ?? [], projects).map((group) => (
        <ItemGroup key={group.key} title={group.title} hint={words.groupHints[group.type]}>
          {group.servers.map((server) => (
            <li key={serverKey(server)}>
              <Row server={server} onOpen={() => onOpen(server)} />
            </li>
          ))}
        </ItemGroup>
      ))}
      <div className="flex flex-wrap gap-2">
        <AddButton onClick={() => onAdd(false)}>{words.add}</AddButton>
        <Button data-opens="find" onClick={onFind}>
          <Search className="size-4" strokeWidth={1.75} aria-hidden />
          {words.find.open}
        </Button>
        <Button data-opens="import" onClick={onImport}>
          <Download className="size-4" strokeWidth={1.75} aria-hidden />
          {words.import}
        </Button>
        <RecheckButton />
      </div>
    </ListPage>
  );
}

function Row({ server, onOpen }: { server: McpServerInfo; onOpen: () => void }) {
  const off = server.tools.filter(({ enabled }) => !enabled).length;
  const counts = [
    server.tools.length > 0 ? words.tools(server.tools.length) : '',
    off > 0 ? words.toolsOff(off) : '',
  ].filter(Boolean);
  return (
    <OpenRow
      icon={server.transport === 'http' ? Globe : SquareTerminal}
      iconLabel={words.transports[server.transport]}
      state={<McpStateMark server={server} />}
      opens={serverKey(server)}
      onClick={onOpen}
      data-mcp-server={server.name}
      data-state={server.state}
    >
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
    </OpenRow>
  );
}
