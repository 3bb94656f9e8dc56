// Chooses the MCP server of which every turn must use a tool, or none.

import type { McpServerState } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useChatProject, useRequiredServer } from '../../core/state/context.tsx';
import { PickList } from '../../ui/PickList.tsx';
import { PopoverPage } from '../../ui/PopoverPage.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { useMcp } from './mcpStore.ts';

const words = lateStrings.modelMenu.required;

/** Neither disabled nor waiting for the user: a server that cannot start cannot be required. */
const mayRun: readonly McpServerState[] = ['idle', 'starting', 'ready', 'failed', 'needs_sign_in'];

/** Names of the servers that may be required in this chat. */
export function useRequirableServers(): readonly string[] {
  const servers = useMcp((now) => now.servers);
  const project = useChatProject();
  const ownServers = servers?.filter(({ origin }) => [null, project?.id].includes(projectOfOrigin(origin))) ?? [];
  return [...new Set(ownServers.filter(({ state }) => mayRun.includes(state)).map(({ name }) => name))];
}

interface RequiredServerProps {
  backLabel: string;
  onBack: () => void;
  /** Returns to the message. */
  onDone: () => void;
}

export function RequiredServer({ backLabel, onBack, onDone }: RequiredServerProps) {
  const actions = useActions();
  const required = useRequiredServer();
  const names = useRequirableServers();
  const isLoaded = useMcp((now) => now.servers !== null);
  const isListed = required === null || names.includes(required);
  const isMissing = isLoaded && !isListed;
  const choose = (name: string | null): void => {
    onDone();
    void actions.chooseRequiredServer(name);
  };
  return (
    <PopoverPage title={words.label} {...{ backLabel, onBack }}>
      <PickList
        label={words.label}
        chosenId={required === null ? 'none' : `server:${required}`}
        onBack={onBack}
        choices={[
          { id: 'none', label: words.none, hint: words.noneHint, onPick: () => choose(null) },
          ...(isListed ? names : [required, ...names]).map((name) => ({
            id: `server:${name}`,
            label: visibleText(name),
            hint: name === required && isMissing ? words.gone : undefined,
            onPick: () => choose(name),
          })),
        ]}
      />
      <p className="border-line border-t px-3 py-2 text-ink-3 text-small">{words.hint}</p>
    </PopoverPage>
  );
}
