// Forces a tool of one MCP server in each turn: shown in the composer's footer while set, and chosen or cleared here.
// Hidden if there are no servers.

import { Plug } from 'lucide-react';
import type { McpServerState } from '../../../shared/features/mcp/methods.ts';
import { useActions, useChatProject, useConversation, useView } from '../../core/state/context.tsx';
import { strings } from '../../core/strings.ts';
import { focusComposer } from '../../ui/focus.ts';
import { footerPartClass } from '../../ui/footerPartClass.ts';
import { Menu, MenuChoice, MenuHeading } from '../../ui/Menu.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useMcp } from './mcpStore.ts';

const words = strings.modelOptions.required;

/** Neither disabled nor waiting for the user: a server that cannot start cannot be required. */
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
  const isMissing = required !== null && servers !== null && !names.includes(required);
  const all = required !== null && !names.includes(required) ? [required, ...names] : names;
  return (
    <Menu
      side="top"
      onChosen={focusComposer}
      trigger={
        <button
          type="button"
          title={words.label}
          aria-label={required === null ? words.label : words.of(visibleText(required))}
          data-control="server"
          className={footerPartClass(required === null ? 'text-ink-2' : 'bg-accent-soft text-accent')}
        >
          <Plug className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
          {required !== null && (
            <>
              <span className="max-w-20 truncate @min-[34rem]/foot:hidden">
                <VisibleText text={required} />
              </span>
              <span className="hidden max-w-28 truncate @min-[34rem]/foot:inline">
                <VisibleText text={words.short(required)} />
              </span>
            </>
          )}
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
          hint={name === required && isMissing ? words.gone : name === required ? words.hint : undefined}
          chosen={name === required}
          onSelect={() => void actions.chooseRequiredServer(name)}
        />
      ))}
    </Menu>
  );
}
