// Imports Markdown agents and chat modes of other apps: `.github/chatmodes/*.chatmode.md` and `.github/agents/*.agent.md` of VS
// Code, `.claude/agents/*.md` of Claude Code, `.opencode/agent/*.md` of OpenCode. Pure.

import { isJsonObject } from '../../../../shared/core/json.ts';
import { efforts, type ModelOptions } from '../../../../shared/features/models/modelOptions.ts';
import { temperatureBounds } from '../../../../shared/features/models/optionBounds.ts';
import type { ApprovalMode } from '../../../../shared/permission/permission.ts';
import { type Frontmatter, nameListField, textField } from '../../customizations/frontmatter.ts';
import type { ForeignPreset } from './foreignPreset.ts';
import { mapToOwnTools, toolsExcept } from './otherTools.ts';

export function parseAgentPreset({ fields: head, body }: Frontmatter, stem: string): ForeignPreset {
  const unmappedKeys = [...head.keys()].filter((key) => !mappedKeys.has(key));
  const miss = (key: string): null => {
    unmappedKeys.push(key);
    return null;
  };
  const description = textField(head, 'description') ?? '';
  return {
    fields: {
      name: textField(head, 'name') ?? stem,
      description,
      model: modelOf(head) ?? (head.has('model') ? miss('model') : null),
      modelOptions: optionsOf(head, miss),
      tools: toolsOf(head, miss),
      servers: serversOf(head, miss),
      approvalMode: modeOf(head) ?? (head.has('permissionMode') && !isUsual(head) ? miss('permissionMode') : null),
      words: body.trim(),
    },
    skipped: unmappedKeys,
  };
}

const mappedKeys = new Set([
  'name',
  'description',
  'model',
  'temperature',
  'effort',
  'tools',
  'disallowedTools',
  'permission',
  'permissionMode',
  'mcpServers',
]);

/** OpenCode names provider and model; a bare name such as `sonnet` or `GPT-5 (copilot)` is ambiguous. */
function modelOf(head: Frontmatter['fields']): { provider: string; model: string } | null {
  const [, provider, model] = /^([a-z0-9][\w.-]*)\/(\S+)$/i.exec(textField(head, 'model') ?? '') ?? [];
  return provider && model ? { provider, model } : null;
}

function optionsOf(head: Frontmatter['fields'], miss: (key: string) => null): ModelOptions {
  const options: ModelOptions = {};
  const temperature = head.get('temperature');
  const { min, max } = temperatureBounds;
  if (typeof temperature === 'number' && temperature >= min && temperature <= max) options.temperature = temperature;
  else if (temperature !== undefined) miss('temperature');
  const effort = efforts.find((one) => one === textField(head, 'effort'));
  if (effort) options.effort = effort;
  else if (head.has('effort')) miss('effort');
  return options;
}

function toolsOf(head: Frontmatter['fields'], miss: (key: string) => null): string[] | null {
  const without = nameListField(head, 'disallowedTools') ?? deniedIn(head.get('permission'), ['deny']);
  const denied = mapToOwnTools(without);
  if (denied.unknown.length > 0)
    miss(`${head.has('permission') ? 'permission' : 'disallowedTools'}: ${denied.unknown}`);
  const toolField = head.get('tools');
  // OpenCode lists disabled tools by name; others are enabled.
  const off = isJsonObject(toolField) ? deniedIn(toolField, [false]) : null;
  if (off) {
    const denied = mapToOwnTools(off);
    if (denied.unknown.length > 0) miss(`tools: ${denied.unknown.join(', ')}`);
    const all = [...denied.names, ...denied.names];
    return all.length > 0 ? toolsExcept(all) : null;
  }
  const toolNames = nameListField(head, 'tools');
  if (toolNames === null || toolNames.includes('*')) return denied.names.length > 0 ? toolsExcept(denied.names) : null;
  const allowed = mapToOwnTools(toolNames);
  if (allowed.unknown.length > 0) miss(`tools: ${allowed.unknown.join(', ')}`);
  return allowed.names.filter((name) => !denied.names.includes(name));
}

function deniedIn(value: unknown, no: readonly unknown[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, setting]) => (no.includes(setting) ? [name] : []));
}

/** Server names only; presets hold no configurations. */
function serversOf(head: Frontmatter['fields'], miss: (key: string) => null): string[] | null {
  const serverField = head.get('mcpServers');
  if (serverField === undefined) return null;
  const names = nameListField(head, 'mcpServers') ?? [];
  const isList = Array.isArray(serverField) ? names.length === serverField.length : typeof serverField === 'string';
  return isList ? names : miss('mcpServers');
}

/** Accepts only modes that ask more often: a file can never set `bypassPermissions`. */
function modeOf(head: Frontmatter['fields']): ApprovalMode | null {
  return textField(head, 'permissionMode') === 'plan' ? 'plan' : null;
}

function isUsual(head: Frontmatter['fields']): boolean {
  return textField(head, 'permissionMode') === 'default';
}
