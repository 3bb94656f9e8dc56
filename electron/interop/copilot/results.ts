// Converts a finished call of Copilot CLI: its result, its images, and what is known about it.

import type { Outcome, ToolDetails } from '../../../shared/conversation/message.ts';
import type { JsonObject } from '../../../shared/core/json.ts';
import { bytesPart, imagesIn } from '../agentSessions/content.ts';
import { jsonObjectOrNull, objectsOf, parseLooseJson, textOrEmpty } from '../looseJson.ts';
import type { ImportedBytes } from '../web/importedBytes.ts';
import { jsonTextOf } from '../web/values.ts';

export interface CallStart {
  tool: string;
  /** Its arguments as JSON. */
  input: string;
  time: string;
  /** Called by the user, not by the model. */
  isManual: boolean;
}

/** Tools whose detailed result is the change that they made; others show a file in the form of a diff. */
const changing = new Set(['create', 'edit', 'str_replace', 'str_replace_editor', 'insert', 'apply_patch', 'write']);

/** The text that the model received. */
export function resultText(data: JsonObject): string {
  const result = data.result;
  const fields = jsonObjectOrNull(result);
  if (fields) return typeof fields.content === 'string' ? fields.content : jsonTextOf(fields.content ?? fields);
  if (typeof result === 'string') return result;
  const error = data.error;
  return textOrEmpty(jsonObjectOrNull(error)?.message) || textOrEmpty(error);
}

export function imagesOf(data: JsonObject, assets: ReadonlyMap<string, JsonObject>, bytes: ImportedBytes) {
  const parts = objectsOf(jsonObjectOrNull(data.result)?.binaryResultsForLlm).map((binary) => {
    const asset = assets.get(textOrEmpty(binary.assetId));
    const mediaType = asset?.mimeType ?? binary.mimeType;
    return bytesPart(bytes, { data: asset?.data ?? binary.data, mediaType, name: 'image' });
  });
  return imagesIn(parts);
}

export function outcomeOf(data: JsonObject, { exitCode, refused }: ToolDetails): Outcome {
  if (data.success === false) {
    if (refused) return 'denied';
    const code = textOrEmpty(jsonObjectOrNull(data.error)?.code);
    return /abort|cancel/.test(code) ? 'cancelled' : 'error';
  }
  return typeof exitCode === 'number' && exitCode !== 0 ? 'error' : 'ok';
}

/** `decision`: of the permission that the call asked for. */
export function detailsOf(data: JsonObject, start: CallStart | undefined, decision: string | undefined): ToolDetails {
  const exitCode = jsonObjectOrNull(data.shellExecution)?.exitCode ?? exitIn(resultText(data), start);
  const detailed = textOrEmpty(jsonObjectOrNull(data.result)?.detailedContent).trim();
  const isDiff = changing.has(start?.tool ?? '') && /^diff --git /.test(detailed);
  const parsed = parseLooseJson(start?.input ?? '');
  const path = jsonObjectOrNull('value' in parsed ? parsed.value : null)?.path;
  const code = textOrEmpty(jsonObjectOrNull(data.error)?.code);
  const isRefused = data.success === false && /^(?:denied|rejected)/.test(code);
  return {
    ...(typeof exitCode === 'number' ? { exitCode } : {}),
    ...(isDiff ? { diff: detailed } : {}),
    ...(typeof path === 'string' ? { path } : {}),
    ...(isRefused ? { refused: { by: refuser(decision ?? '') } } : {}),
  };
}

/** In older versions only the text has it. */
function exitIn(text: string, start: CallStart | undefined): number | undefined {
  if (start?.tool !== 'bash' && start?.tool !== 'powershell') return undefined;
  const code = /<(?:exited|shellId: \S+ completed) with exit code (\d+)>\s*$/.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

function refuser(decision: string): 'person' | 'rule' | 'nobody' {
  if (/rule/.test(decision) && !/no-approval-rule/.test(decision)) return 'rule';
  return /could-not-request/.test(decision) ? 'nobody' : 'person';
}
