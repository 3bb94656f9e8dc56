// Where a server is available: everywhere, or in one project. Fixed once it is saved.

import type { McpOrigin } from '../../../shared/features/mcp/methods.ts';
import { projectOfOrigin } from '../../../shared/features/mcp/serverOrigin.ts';
import { useApp } from '../../core/state/context.tsx';
import { SelectField } from '../../ui/FormFields.tsx';
import { visibleText } from '../../ui/visibleText.ts';
import { groupTitle, projectName } from './mcpGroups.ts';
import { mcpWords } from './words.ts';

const labels = mcpWords.form;

export function sameOrigin(a: McpOrigin, b: McpOrigin): boolean {
  return a.type === b.type && projectOfOrigin(a) === projectOfOrigin(b);
}

export function ServerPlace({
  origin,
  fixed,
  onChange,
}: {
  origin: McpOrigin;
  fixed: boolean;
  onChange: (origin: McpOrigin) => void;
}) {
  const projects = useApp((snapshot) => snapshot.projects);
  if (fixed) {
    return (
      <div>
        <p className="mb-1 font-strong text-ui">{labels.where}</p>
        <p className="wrap-anywhere text-ink-2 text-ui">
          {origin.type === 'folder'
            ? labels.inFolder(visibleText(projectName(origin, projects)))
            : visibleText(groupTitle(origin, projects))}
        </p>
      </div>
    );
  }
  const folders = projects.filter((project) => project.folder !== null && project.folderExists);
  return (
    <SelectField
      label={labels.where}
      value={projectOfOrigin(origin) ?? ''}
      choices={[['', labels.everywhere], ...folders.map(({ id, name }) => [id, labels.inProject(name)] as const)]}
      onChange={(projectId) => onChange(projectId === '' ? { type: 'global' } : { type: 'project', projectId })}
    />
  );
}
