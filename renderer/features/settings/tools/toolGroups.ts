// The tools by where they come from, and those that a search leaves. Pure.

import type { ListedTool } from '../../../core/state/toolLists.ts';

export interface ToolGroup {
  /** Null: built in. */
  server: string | null;
  tools: ListedTool[];
  /** Of all tools of the group, not only of those that are shown. */
  on: number;
  all: number;
}

export function toolGroups(tools: readonly ListedTool[], typed: string): ToolGroup[] {
  const looked = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, description, server = '' }: ListedTool): boolean => {
    const text = `${name} ${description} ${server}`.toLocaleLowerCase();
    return looked.every((word) => text.includes(word));
  };
  const servers = [...new Set(tools.flatMap(({ server }) => server ?? []))].toSorted((a, b) => a.localeCompare(b));
  return [null, ...servers]
    .map((server) => {
      const own = tools.filter((tool) => (tool.server ?? null) === server);
      return { server, tools: own.filter(fits), on: own.filter((tool) => tool.enabled).length, all: own.length };
    })
    .filter((group) => group.tools.length > 0);
}
