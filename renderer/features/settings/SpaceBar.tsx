// The space of a project as a bar, as long as its share of the largest one. The numbers stand beside it as text.

import type { ProjectSpace } from '../../../shared/contract/data.ts';
import { classes } from '../../ui/classes.ts';

const colours = { messages: 'bg-accent', results: 'bg-accent/45', rest: 'bg-ink-3/50' } as const;

export type SpacePart = keyof typeof colours;

function bytesOf({ messages, results, attachments, total }: ProjectSpace): Record<SpacePart, number> {
  const large = results + attachments;
  return { messages, results: large, rest: total - messages - large };
}

export function SpaceBar({ project, largest }: { project: ProjectSpace; largest: number }) {
  const parts = bytesOf(project);
  return (
    <div aria-hidden className="my-1.5 h-2 overflow-hidden rounded-full bg-soft">
      <div className="flex h-full min-w-1 gap-px" style={{ width: `${(project.total / largest) * 100}%` }}>
        {(Object.keys(colours) as SpacePart[]).map((part) => (
          <div
            key={part}
            className={classes('h-full', colours[part])}
            style={{ flexGrow: parts[part], flexBasis: 0 }}
          />
        ))}
      </div>
    </div>
  );
}

SpaceBar.Mark = function Mark({ part }: { part: SpacePart }) {
  return <span aria-hidden className={classes('size-2 rounded-full', colours[part])} />;
};
