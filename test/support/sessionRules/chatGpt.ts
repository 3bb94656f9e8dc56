// The structure of a ChatGPT export's conversation: one tree of linked nodes, each with a whole message, and the files
// that they name.

import { isObject, type Row, rowOf, rowsOf } from './rows.ts';

const roles = ['user', 'assistant', 'tool', 'system'];

/** `files`: names of the files next to it. */
export function chatGptBreaks(text: string, files: readonly string[] = []): string[] {
  const found: string[] = [];
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) return ['it is no list'];
  for (const conversation of list.map(rowOf)) {
    const mapping = rowOf(conversation.mapping);
    for (const key of ['title', 'conversation_id', 'current_node']) {
      if (typeof conversation[key] !== 'string') found.push(`no ${key}`);
    }
    if (!Object.hasOwn(mapping, String(conversation.current_node))) found.push('the open node is not there');
    const nodes = Object.entries(mapping).map(([id, node]): [string, Row] => [id, rowOf(node)]);
    if (nodes.filter(([, { parent }]) => parent === null || parent === undefined).length !== 1)
      found.push('not one root');
    const isRooted = rootedIn(mapping);
    for (const [id, node] of nodes) {
      const say = (what: string): number => found.push(`${id}: ${what}`);
      const parent = rowOf(mapping[String(node.parent)]);
      const children = Array.isArray(node.children) ? node.children : [];
      if (node.id !== id) say('stands under another id');
      if (typeof node.parent === 'string' && !listed(parent).includes(id)) say('its parent does not know it');
      if (new Set(children).size !== children.length) say('a child twice');
      for (const child of children) if (rowOf(mapping[String(child)]).parent !== id) say('a child of another');
      if (!isRooted(id)) say('stands in a circle');
      if (node.message !== null) for (const broken of messageBreaks(rowOf(node.message), files)) say(broken);
    }
  }
  return found;
}

function listed({ children }: Row): unknown[] {
  return Array.isArray(children) ? children : [];
}

function rootedIn(mapping: Row): (id: string) => boolean {
  const most = Object.keys(mapping).length;
  return (id) => {
    let at: unknown = id;
    for (let steps = 0; steps <= most; steps++) {
      const { parent } = rowOf(mapping[String(at)]);
      if (parent === null || parent === undefined) return true;
      at = parent;
    }
    return false;
  };
}

function messageBreaks(message: Row, files: readonly string[]): string[] {
  const { author, content, create_time: time, metadata, recipient } = message;
  const parts = rowOf(content).parts;
  const pointers = rowsOf(parts).flatMap(({ asset_pointer: pointer }) =>
    pointer === undefined ? [] : [String(pointer)],
  );
  const assets = [...pointers.map((pointer) => pointer.replace(/^.*:\/\//, ''))];
  return [
    ...(roles.includes(String(rowOf(author).role)) ? [] : ['nobody says it']),
    ...(typeof rowOf(content).content_type === 'string' ? [] : ['content of no kind']),
    ...(rowOf(content).content_type === 'text' && !Array.isArray(parts) ? ['words without parts'] : []),
    ...(time === null || time === undefined || typeof time === 'number' ? [] : ['no time']),
    ...(metadata === undefined || isObject(metadata) ? [] : ['metadata is no object']),
    ...(recipient === undefined || (typeof recipient === 'string' && recipient !== '') ? [] : ['said to nobody']),
    ...assets.filter((id) => !files.some((name) => name.startsWith(id))).map((id) => `${id} is not beside it`),
  ];
}
