// Derives names that Claude Code accepts from ours, deterministically.

import { createHash } from 'node:crypto';

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Formatted as a version 4 UUID. */
export function uuidOf(text: string): string {
  const hex = digest(text);
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** `a` and sixteen digits, like the app's own. */
export function agentIdOf(text: string): string {
  return `a${digest(text).slice(0, 16)}`;
}

export function messageIdOf(text: string): string {
  return `msg_${digest(text).slice(0, 24)}`;
}

/** Replaces characters that the provider rejects in call ids. */
export function validCallId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'call';
}

/** Replaces characters that the provider rejects in tool names. */
export function validToolName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool';
}

const maxSlugLength = 200;

/** Folder name of a project. The app abbreviates long names in its own way, but also searches other folders. */
export function slugOf(folder: string): string {
  const slug = folder.replace(/[^a-zA-Z0-9]/g, '-');
  return slug.length <= maxSlugLength ? slug : `${slug.slice(0, maxSlugLength)}-${digest(folder).slice(0, 6)}`;
}
