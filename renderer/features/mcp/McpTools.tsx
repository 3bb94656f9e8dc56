// A server's tools, each with a switch. The server's descriptions are shown as its own text and never trusted.

import { useId, useState } from 'react';
import type { McpServerInfo, McpToolInfo } from '../../../shared/features/mcp/methods.ts';
import { strings } from '../../core/strings.ts';
import { Button } from '../../ui/Button.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { mcpWords } from './words.ts';

const words = mcpWords.toolList;
const maxVisible = 40;
const longText = 160;

export interface McpToolsProps {
  server: McpServerInfo;
  onEnable: (callName: string, enabled: boolean) => Promise<boolean>;
}

export function McpTools({ server, onEnable }: McpToolsProps) {
  const [all, setAll] = useState(false);
  const { tools } = server;
  const visibleTools = all ? tools : tools.slice(0, maxVisible);
  return (
    <section aria-label={words.title} className="mt-5">
      <h4 className="font-strong text-ui">
        {words.title} {tools.length > 0 && <span className="tabular font-normal text-ink-3">{tools.length}</span>}
      </h4>
      {server.deferred && <p className="text-ink-3 text-small">{mcpWords.detail.deferred}</p>}
      {tools.length === 0 && (
        <p className="mt-1 text-ink-3 text-ui">{server.state === 'ready' ? words.none : words.unknown}</p>
      )}
      {server.notices.length > 0 && (
        <ul aria-label={words.notices} className="mt-1 space-y-1 text-ink-2 text-small">
          {server.notices
            .map((notice) => strings.sentences.host(notice))
            .map((text) => (
              <li key={text} className="wrap-anywhere">
                <VisibleText text={text} />
              </li>
            ))}
        </ul>
      )}
      <ul className="mt-1 divide-y divide-line">
        {visibleTools.map((tool) => (
          <Row key={tool.callName} tool={tool} onEnable={onEnable} />
        ))}
      </ul>
      {visibleTools.length < tools.length && (
        <Button size="small" tone="ghost" className="-ml-2" onClick={() => setAll(true)}>
          {mcpWords.tools(tools.length - visibleTools.length)} · {words.more}
        </Button>
      )}
    </section>
  );
}

function Row({ tool, onEnable }: { tool: McpToolInfo; onEnable: McpToolsProps['onEnable'] }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  // Shows the choice while the host's answer is pending.
  const [pendingChoice, setPendingChoice] = useState<boolean | null>(null);
  const long = tool.description.length > longText || tool.description.includes('\n');
  const change = async (enabled: boolean): Promise<void> => {
    setPendingChoice(enabled);
    await onEnable(tool.callName, enabled);
    setPendingChoice(null);
  };
  return (
    <li className="flex items-start gap-3 py-2 text-ui" data-mcp-tool={tool.name}>
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-accent"
        checked={pendingChoice ?? tool.enabled}
        aria-label={words.offered(visibleText(tool.name))}
        onChange={(event) => pendingChoice === null && void change(event.target.checked)}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="wrap-anywhere font-mono text-code" title={words.calledAs(tool.callName)}>
          <VisibleText text={tool.name} />
        </label>
        {tool.readOnly && <span className="ml-2 text-ink-3 text-small">{words.readOnly}</span>}
        {tool.description !== '' && (
          <p className={`wrap-anywhere whitespace-pre-wrap text-ink-3 ${open ? '' : 'line-clamp-2'}`}>
            <VisibleText text={tool.description} />
          </p>
        )}
        {long && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="rounded-s text-ink-2 text-small hover:text-ink"
          >
            {open ? words.less : words.more}
          </button>
        )}
      </div>
    </li>
  );
}
