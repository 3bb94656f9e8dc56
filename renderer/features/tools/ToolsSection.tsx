// Settings page for tools, built-in and from MCP servers, each with description, parameters and a switch.

import { Wrench } from 'lucide-react';
import { useState } from 'react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useChatProject } from '../../core/state/context.tsx';
import type { ListedTool } from '../../core/state/toolLists.ts';
import { useFetchedList } from '../../core/state/useFetchedList.ts';
import { strings } from '../../core/strings.ts';
import { FilterRow } from '../../ui/FilterRow.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { LanguageServersSetting } from '../languageServers/LanguageServersSetting.tsx';
import { serverNamed, useMcp } from '../mcp/mcpStore.ts';
import { NumberSetting } from '../settings/SettingFields.tsx';
import { ToolRow } from './ToolRow.tsx';

const words = lateStrings.tools.page;

export function ToolsSection() {
  const { value: tools, error } = useFetchedList('tools');
  const [typed, setTyped] = useState('');
  return (
    <div className="grid grid-cols-1 gap-4 text-ui">
      <p className="text-ink-2">{words.intro}</p>
      {error && (
        <p className="wrap-anywhere text-fail" role="alert">
          {strings.sentences.beside([words.failed, error.message])}
        </p>
      )}
      {tools === null && !error && <p className="text-ink-3">{words.loading}</p>}
      {tools && (
        <>
          <FilterRow
            label={words.search}
            text={typed}
            onText={setTyped}
            isFiltered={typed.trim() !== ''}
            left={{ shown: toolGroups(tools, typed).flatMap((group) => group.tools).length, of: tools.length }}
            onClear={() => setTyped('')}
          />
          <Groups tools={tools} typed={typed} />
        </>
      )}
      <LanguageServersSetting />
      <div className="max-w-100">
        <NumberSetting name="deferToolsAbove" />
      </div>
    </div>
  );
}

function Groups({ tools, typed }: { tools: readonly ListedTool[]; typed: string }) {
  const servers = useMcp((now) => now.servers);
  const project = useChatProject();
  const groups = toolGroups(tools, typed);
  if (groups.length === 0) return <p className="text-ink-3">{tools.length === 0 ? words.empty : words.noneFound}</p>;
  return groups.map((group) => {
    const server = group.server === null ? null : serverNamed(servers ?? [], group.server, project?.id ?? null);
    return <Group key={group.server ?? ''} {...group} info={server} />;
  });
}

interface GroupProps {
  server: string | null;
  tools: readonly ListedTool[];
  on: number;
  all: number;
  info: McpServerInfo | null;
}

function Group({ server, tools, on, all, info }: GroupProps) {
  const name = server === null ? words.builtIn : words.server(server);
  return (
    <section aria-label={name}>
      <h4 className="flex items-baseline gap-3 font-strong">
        <span className="wrap-anywhere min-w-0">
          <VisibleText text={name} />
        </span>
        <span className="tabular ml-auto shrink-0 font-normal text-ink-3 text-small">{words.count(on, all)}</span>
      </h4>
      {info?.deferred && <p className="mt-0.5 text-ink-3">{words.deferred}</p>}
      <ul className="mt-1 divide-y divide-line border-line border-y">
        {tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} server={info} />
        ))}
      </ul>
    </section>
  );
}

/** Groups tools by origin, and filters them. Pure. */
interface ToolGroup {
  /** Null: built in. */
  server: string | null;
  tools: ListedTool[];
  /** Number of enabled tools in the whole group, regardless of the filter. */
  on: number;
  all: number;
}

export function toolGroups(tools: readonly ListedTool[], typed: string): ToolGroup[] {
  const looked = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, description, server }: ListedTool): boolean => {
    const title = server === undefined ? `${words.toolName(name)} ${words.about(name, '')}` : server;
    const text = `${name} ${description} ${title}`.toLocaleLowerCase();
    return looked.every((word) => text.includes(word));
  };
  const servers = [...new Set(tools.flatMap(({ server }) => server ?? []))].toSorted((a, b) => a.localeCompare(b));
  return [null, ...servers]
    .map((server) => {
      const own = tools.filter((tool) => (tool.server ?? null) === server);
      return { server, tools: own.filter(fits), on: own.filter((tool) => tool.enabled).length, all: own.length };
    })
    .filter((group) => group.tools.length > 0);
}

export const toolsPage: SettingsPage = { icon: Wrench, words: lateStrings.tools.page, Section: ToolsSection };
