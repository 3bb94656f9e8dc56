// What the chosen tool is for and takes, beside the field in which its arguments are written.

import type { ListedTool } from '../../../core/state/toolLists.ts';
import { strings } from '../../../core/strings.ts';
import { VisibleText } from '../../../ui/VisibleText.tsx';
import { ToolAbout } from './ToolAbout.tsx';
import { ToolParameters } from './ToolParameters.tsx';

export function ToolSummary({ tool }: { tool: ListedTool }) {
  const description = tool.description.trim();
  const about = strings.tools.page.about(tool.server === undefined ? tool.name : '', description);
  const [first = ''] = about.split('\n', 1);
  return (
    <div>
      <p className="wrap-anywhere line-clamp-2 text-ink-2">
        <VisibleText text={first} />
      </p>
      <details className="mt-1">
        <summary className="rounded-s text-ink-3 text-small">{strings.tools.page.details}</summary>
        <div className="mt-1">
          <ToolAbout about={about} description={description} />
        </div>
        <ToolParameters schema={tool.parameters} />
      </details>
    </div>
  );
}
