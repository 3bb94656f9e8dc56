// MCP servers in the settings: the list, or in its place one server, a form, or the servers of other apps.

import { Plug } from 'lucide-react';
import { useEffect } from 'react';
import type { McpServerRef } from '../../../shared/features/mcp/methods.ts';
import type { SettingsPage } from '../../core/feature.ts';
import { useSession, useView } from '../../core/state/context.tsx';
import { useOpenerFocus } from '../../ui/ListPage.tsx';
import { FindServer } from './FindServer.tsx';
import { McpDetail } from './McpDetail.tsx';
import { McpForm } from './McpForm.tsx';
import { McpList } from './McpList.tsx';
import { isSameServer, type McpPage, serverKey, useMcp } from './mcpStore.ts';
import { OtherClients } from './OtherClients.tsx';
import { mcpWords } from './words.ts';

const list: McpPage = { type: 'list' };

export function McpSection() {
  const { mcp, view } = useSession();
  const page = useView(({ dialog }) => (dialog?.type === 'settings' && dialog.mcp) || list);
  // Changes by other apps send no notification.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page change rereads the files
  useEffect(() => void mcp.reload(), [mcp, page]);
  const setPage = (next: McpPage): void => view.setState({ dialog: { type: 'settings', section: 'mcp', mcp: next } });
  const servers = useMcp((now) => now.servers);
  const toList = (): void => setPage({ type: 'list' });
  const toServer = (server: McpServerRef): void => setPage({ type: 'server', server });
  const server = 'server' in page ? servers?.find((candidate) => isSameServer(candidate, page.server)) : undefined;
  const listPage = useOpenerFocus(openerOf(page));
  switch (page.type) {
    case 'add':
      return <McpForm server={null} example={page.example} onCancel={toList} onSaved={toServer} />;
    case 'find':
      return <FindServer initialQuery={page.query ?? ''} onCancel={toList} onAdded={toServer} />;
    case 'import':
      return <OtherClients onDone={toList} />;
    case 'edit':
      if (server) return <McpForm server={server} onCancel={() => toServer(server)} onSaved={toServer} />;
      break;
    case 'server':
      if (server) {
        return <McpDetail server={server} onBack={toList} onEdit={() => setPage({ type: 'edit', server })} />;
      }
      break;
    case 'list':
  }
  return (
    <McpList
      ref={listPage}
      onOpen={toServer}
      onAdd={(example) => setPage({ type: 'add', example })}
      onFind={() => setPage({ type: 'find' })}
      onImport={() => setPage({ type: 'import' })}
    />
  );
}

/** The control of the list that opens the page. */
function openerOf(page: McpPage): string | null {
  if ('server' in page) return serverKey(page.server);
  if (page.type === 'list') return null;
  return page.type === 'add' ? 'new' : page.type;
}

export const mcpPage: SettingsPage = {
  icon: Plug,
  words: [mcpWords.section, mcpWords.intro, mcpWords.add, mcpWords.import, mcpWords.find.open, mcpWords.form.command],
  Section: McpSection,
};
