// What the chosen tool is for and takes, beside the field in which its arguments are written.

import { ToolParameters } from '../../../settings/tools/ToolParameters.tsx';
import type { ListedTool } from '../../../state/toolLists.ts';
import { strings } from '../../../strings.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';

export function ToolSummary({ tool }: { tool: ListedTool }) {
  const [first = ''] = tool.description.trim().split('\n', 1);
  return (
    <div>
      <p className="wrap-anywhere line-clamp-2 text-ink-2">
        <VisibleText text={first} />
      </p>
      <details className="mt-1">
        <summary className="rounded-s text-ink-3 text-small">{strings.tools.page.details}</summary>
        <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-ink-2">
          <VisibleText text={tool.description.trim()} />
        </p>
        <ToolParameters schema={tool.parameters} />
      </details>
    </div>
  );
}
