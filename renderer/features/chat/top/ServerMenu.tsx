// The MCP server of which a tool must be used in each turn: said in the bar while one is, chosen and taken back here. There
// is no menu where there are no servers.

import { ChevronDown, Plug } from 'lucide-react';
import type { McpServerState } from '../../../../shared/contract/mcp.ts';
import { useActions, useChatProject, useConversation, useMcp, useView } from '../../../core/state/context.tsx';
import { strings } from '../../../core/strings.ts';
import { classes } from '../../../ui/classes.ts';
import { focusComposer } from '../../../ui/focus.ts';
import { Menu, MenuChoice, MenuHeading } from '../../../ui/Menu.tsx';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { visibleText } from '../../../ui/visibleText.ts';

const words = strings.tools.required;

/** Neither switched off nor waiting for the person: one that cannot be started cannot be demanded. */
const mayRun: readonly McpServerState[] = ['idle', 'starting', 'ready', 'failed', 'needs_sign_in'];

export function ServerMenu() {
  const actions = useActions();
  const chosen = useConversation((state) => state.requiredServer);
  const forNew = useView((view) => view.newChat.requiredServer);
  const required = (chosen === undefined ? forNew : chosen) ?? null;
  const servers = useMcp((now) => now.servers);
  const project = useChatProject();
  const here = servers?.filter(({ origin }) => origin.type === 'global' || origin.projectId === project?.id) ?? [];
  const names = [...new Set(here.filter(({ state }) => mayRun.includes(state)).map(({ name }) => name))];
  if (names.length === 0 && required === null) return null;
  const gone = required !== null && servers !== null && !names.includes(required);
  const all = required !== null && !names.includes(required) ? [required, ...names] : names;
  return (
    <Menu
      align="end"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          title={words.label}
          aria-label={required === null ? words.label : words.of(visibleText(required))}
          className={classes(
            'flex h-7 min-w-0 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-m px-2 text-ui hover:bg-hover',
            required === null ? 'text-ink-2' : 'bg-accent-soft text-accent',
          )}
        >
          <Plug className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          {required === null && <span className="hidden @min-[45rem]/bar:inline">{words.any}</span>}
          {required !== null && (
            <span className="max-w-40 truncate">
              <VisibleText text={words.short(required)} />
            </span>
          )}
          <ChevronDown className="hidden size-3.5 shrink-0 @min-[45rem]/bar:block" aria-hidden />
        </button>
      }
    >
      <MenuHeading>{words.label}</MenuHeading>
      <MenuChoice
        label={words.none}
        hint={words.noneHint}
        chosen={required === null}
        onSelect={() => void actions.chooseRequiredServer(null)}
      />
      {all.map((name) => (
        <MenuChoice
          key={name}
          label={visibleText(name)}
          hint={name === required && gone ? words.gone : name === required ? words.hint : undefined}
          chosen={name === required}
          onSelect={() => void actions.chooseRequiredServer(name)}
        />
      ))}
    </Menu>
  );
}
