// Where an MCP server is configured. Apart from the methods, because the window's first screen needs it without their schemas.

/** `folder`: a project folder's `.mcp.json`, which applies only when the folder is trusted. */
export type McpOrigin =
  | { type: 'global' }
  | { type: 'project'; projectId: string }
  | { type: 'folder'; projectId: string }
  /** It is part of an installed plugin, and named after the plugin and itself. */
  | { type: 'plugin' };

/** Null: it is for every project. */
export function projectOfOrigin(origin: McpOrigin): string | null {
  return 'projectId' in origin ? origin.projectId : null;
}
