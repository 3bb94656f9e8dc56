// A tool with its switch; expands to its description and parameters.

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { McpServerInfo } from '../../../shared/features/mcp/methods.ts';
import { lateStrings } from '../../core/lateStrings.ts';
import { useActions, useApp, useSession } from '../../core/state/context.tsx';
import type { ListedTool } from '../../core/state/toolLists.ts';
import { classes } from '../../ui/classes.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { ToolDescription } from './run/ToolDescription.tsx';
import { ToolParameters } from './run/ToolParameters.tsx';

const words = lateStrings.tools.page;

export function ToolRow({ tool, server }: { tool: ListedTool; server: McpServerInfo | null }) {
  const [open, setOpen] = useState(false);
  const { on, busy, set } = useSwitch(tool, server);
  const id = useId();
  const isBuiltIn = tool.server === undefined;
  const name = isBuiltIn ? words.toolName(tool.name) : tool.name;
  const about = words.about(isBuiltIn ? tool.name : '', tool.description.trim());
  const first = firstSentences(about);
  return (
    <li className="py-2" data-listed-tool={tool.name}>
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          aria-label={words.enabled(visibleText(name))}
          className="mt-0.5 size-4 shrink-0 accent-accent"
          checked={on}
          disabled={busy}
          onChange={(event) => void set(event.target.checked)}
        />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="group/tool -my-0.5 min-w-0 flex-1 rounded-s py-0.5 text-left"
        >
          <span className="flex items-baseline gap-2">
            <span
              className={classes(
                'wrap-anywhere min-w-0',
                name === tool.name && 'font-mono text-code',
                !on && 'text-ink-3',
              )}
            >
              <VisibleText text={name} />
            </span>
            <ChevronRight
              className={classes(
                'size-3.5 shrink-0 self-center text-ink-3 transition-transform duration-120',
                open && 'rotate-90',
              )}
              aria-hidden
            />
            <span className="ml-auto shrink-0 text-ink-3 text-small">{words.kinds[tool.kind]}</span>
          </span>
          {!open && (
            <span className="wrap-anywhere line-clamp-3 text-ink-3">
              <VisibleText text={first} />
            </span>
          )}
        </button>
      </div>
      {open && (
        <div id={id} className="mt-1 pl-7">
          {name !== tool.name && (
            <p className="text-ink-3 text-small">
              {words.modelName} <code>{tool.name}</code>
            </p>
          )}
          <ToolDescription about={about} description={tool.description.trim()} />
          <ToolParameters schema={tool.parameters} />
        </div>
      )}
    </li>
  );
}

/** An MCP tool is switched in its server's configuration, a built-in one in the settings. */
function useSwitch(tool: ListedTool, server: McpServerInfo | null) {
  const { lists } = useSession();
  const { call, report } = useActions();
  const disabled = useApp((snapshot) => snapshot.settings.disabledTools);
  /** The requested state, until the host confirms it. */
  const [wished, setWished] = useState<boolean | null>(null);

  async function change(on: boolean) {
    const own = server?.tools.find((candidate) => candidate.callName === tool.name);
    // A tool that is disabled in the settings stays off regardless of its server's configuration.
    if (!own || disabled.includes(tool.name)) {
      const others = disabled.filter((name) => name !== tool.name);
      const answer = await call('settings.update', {
        patch: { disabledTools: on ? others : [...others, tool.name] },
      });
      if (!answer.ok || !own || own.enabled === on) return answer;
    }
    if (!server) return null;
    const { origin, name } = server;
    return call('mcp.enableTool', { server: { origin, name }, tool: own.callName, enabled: on });
  }

  async function set(on: boolean): Promise<void> {
    setWished(on);
    const answer = await change(on);
    if (answer && !answer.ok) report(answer.error);
    await lists.tools.reload();
    setWished(null);
  }
  return { on: wished ?? tool.enabled, busy: wished !== null, set };
}

// Shortens a description for the row: as many whole sentences of its first line as fit into a few lines. Pure.

/** Maximum characters; about two lines of the row. */
const most = 200;

/** A longer first sentence is returned whole: the renderer may truncate it. @internal */
export function firstSentences(description: string): string {
  const [line = '', ...rest] = description.trim().split('\n');
  if (line.length <= most && rest.length === 0) return line;
  let taken = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)) {
    const isCut = rest.length > 0 && line.endsWith(segment) && !/\p{P}\s*$/u.test(segment);
    if (taken !== '' && (isCut || (taken + segment).trimEnd().length > most)) break;
    taken += segment;
  }
  return taken.trimEnd();
}
