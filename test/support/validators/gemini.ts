// The rules of Gemini's generateContent. The model's name is not in the body; one rule applies from version 3.

import {
  checkText,
  type Findings,
  findings,
  isBlank,
  isRow,
  isText,
  type Row,
  type RuleViolation,
  rowOf,
  rowsOf,
} from './violation.ts';

const topKeys = 'contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent'.split(' ');
/** A part contains exactly one of these. */
const dataKeys = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];
const partKeys = [...dataKeys, 'thoughtSignature', 'thought', 'videoMetadata', 'mediaResolution', 'partMetadata'];
const configKeys =
  'temperature topP topK maxOutputTokens stopSequences seed candidateCount presencePenalty frequencyPenalty responseMimeType responseSchema responseJsonSchema responseModalities thinkingConfig'.split(
    ' ',
  );
/** `gemini-2.5-pro` → 2.5; a name without a number could be any version. */
const versionOf = (model: string): number =>
  Number(/gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1] ?? Number.POSITIVE_INFINITY);

export function geminiViolations(body: unknown, model: string): RuleViolation[] {
  const found = findings();
  const request = rowOf(body);
  found.keys(request, topKeys, 'GEMINI-KEYS', 'body');
  checkText(request, 'GEMINI-TEXT', found);
  checkTools(rowsOf(request.tools), found);
  checkOwnTools(request, versionOf(model), found);
  checkConfig(rowOf(request.generationConfig), model, found);
  if (request.systemInstruction !== undefined) {
    const parts = rowsOf(rowOf(request.systemInstruction).parts);
    if (parts.length === 0 || parts.some((part) => !isText(part.text) || isBlank(part.text))) {
      found.say('GEMINI-PARTS', 'systemInstruction', 'Unable to submit request because it must have a text parameter.');
    }
  }
  const contents = rowsOf(request.contents);
  if (contents.length === 0) {
    found.say('GEMINI-CONTENTS', 'contents', 'contents is not specified');
    return found.list;
  }
  contents.forEach((content, at) => {
    checkContent(content, `contents[${at}]`, found);
    checkInside(content, `contents[${at}]`, versionOf(model), found);
  });
  checkTurns(contents, found);
  if (!/gemini-[12](?!\d)/.test(model)) checkSignatures(contents, found);
  return found.list;
}

/** R34. */
function checkTools(tools: readonly Row[], found: Findings): void {
  for (const declaration of tools.flatMap((tool) => rowsOf(tool.functionDeclarations))) {
    const { name } = declaration;
    found.keys(
      declaration,
      ['name', 'description', 'parameters', 'parametersJsonSchema'],
      'GEMINI-KEYS',
      `tool ${String(name)}`,
    );
    if (!isText(name) || !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(name)) {
      found.say(
        'GEMINI-R34',
        `tool ${String(name)}`,
        'Invalid function name. Must start with a letter or an underscore.',
      );
    }
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function checkContent(content: Row, where: string, found: Findings): undefined {
  found.keys(content, ['role', 'parts'], 'GEMINI-KEYS', where);
  if (content.role !== 'user' && content.role !== 'model')
    found.say('GEMINI-ROLE', where, 'Please use a valid role: user, model.');
  const parts = rowsOf(content.parts);
  if (parts.length === 0) return found.say('GEMINI-PARTS', where, 'must include at least one parts field');
  const blank = parts.every((part) => isText(part.text) && isBlank(part.text) && part.thoughtSignature === undefined);
  if (blank) found.say('GEMINI-PARTS', where, 'it must have a text parameter');
  for (const part of parts) {
    found.keys(part, partKeys, 'GEMINI-KEYS', where);
    checkPart(part, String(content.role), where, found);
  }
}

function checkPart(part: Row, role: string, where: string, found: Findings): void {
  const data = dataKeys.filter((key) => part[key] !== undefined);
  if (data.length !== 1)
    found.say('GEMINI-PARTS', where, 'required oneof field "data" must have one initialized field');
  const signed = part.thoughtSignature !== undefined;
  // Between the model's own texts, white space counts as text.
  const isEmpty = isText(part.text) && (role === 'model' ? part.text === '' : isBlank(part.text)) && !signed;
  if (part.text !== undefined && (!isText(part.text) || isEmpty))
    found.say('GEMINI-PARTS', where, 'it must have a text parameter');
  if (part.functionCall !== undefined) {
    const call = rowOf(part.functionCall);
    if (role !== 'model') found.say('GEMINI-ROLE', where, 'function calls are the model’s');
    found.keys(call, ['id', 'name', 'args'], 'GEMINI-KEYS', where);
    if (!isText(call.name) || !/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(call.name))
      found.say('GEMINI-R34', where, 'Invalid function name.');
    if (call.args !== undefined && !isRow(call.args)) found.say('GEMINI-R33', where, 'args: not a Struct');
    else if (depthOf(call.args) > 100)
      found.say('GEMINI-R33', where, 'args: Message too deep. Max recursion depth reached.');
  }
  if (part.functionResponse !== undefined) {
    const response = rowOf(part.functionResponse);
    if (role !== 'user') found.say('GEMINI-ROLE', where, 'function responses are the user’s');
    found.keys(response, ['id', 'name', 'response', 'parts'], 'GEMINI-KEYS', where);
    if (!isText(response.name) || response.name === '')
      found.say('GEMINI-R33', where, 'function_response.name: Name cannot be empty.');
    if (!isRow(response.response)) found.say('GEMINI-R33', where, 'response: not a Struct');
  }
  if (part.inlineData !== undefined) {
    const { mimeType, data: bytes } = rowOf(part.inlineData);
    const valid =
      isText(mimeType) && /^\w+\/[\w.+-]+$/.test(mimeType) && isText(bytes) && /^[A-Za-z0-9+/]+={0,2}$/.test(bytes);
    if (!valid) found.say('GEMINI-IMAGE', where, 'inlineData: Base64 decoding failed');
  }
  if (part.thoughtSignature === undefined) return;
  const signature = part.thoughtSignature;
  const sentinel =
    signature === 'skip_thought_signature_validator' || signature === 'context_engineering_is_the_way_to_go';
  const base64 =
    isText(signature) && signature !== '' && signature.length % 4 === 0 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(signature);
  if (!sentinel && !base64) found.say('GEMINI-R32', where, 'thought_signature: Base64 decoding failed');
}

/**
 * Google's own tools can be combined with functions from version 3 on, with an explicit option; the same goes for their
 * earlier output.
 */
function checkOwnTools(request: Row, version: number, found: Findings): void {
  const tools = rowsOf(request.tools);
  const own = tools.some((tool) => tool.googleSearch !== undefined || tool.urlContext !== undefined);
  const functions = tools.some((tool) => tool.functionDeclarations !== undefined);
  const past = rowsOf(request.contents).some((content) =>
    rowsOf(content.parts).some((part) => part.toolCall !== undefined || part.toolResponse !== undefined),
  );
  const told = rowOf(request.toolConfig).includeServerSideToolInvocations === true;
  if (own && functions && version < 3)
    found.say('GEMINI-TOOLS', 'tools', 'Built-in tools and Function Calling cannot be combined in the same request.');
  if (((own && functions) || past) && !told)
    found.say('GEMINI-TOOLS', 'toolConfig', 'include_server_side_tool_invocations must be set');
}

/** Either a level (version 3 on) or a budget (2.5), and neither for a model that does not think. */
function checkConfig(config: Row, model: string, found: Findings): void {
  found.keys(config, configKeys, 'GEMINI-KEYS', 'generationConfig');
  const { temperature, maxOutputTokens, thinkingConfig } = config;
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 2))
    found.say('GEMINI-CONFIG', 'temperature', 'the supported range is from 0 (inclusive) to 2.0001 (exclusive)');
  if (typeof maxOutputTokens === 'number' && maxOutputTokens > (versionOf(model) < 2.5 ? 8_192 : 65_536))
    found.say('GEMINI-CONFIG', 'maxOutputTokens', 'the supported range is from 1 to 65537 (exclusive)');
  if (thinkingConfig === undefined) return;
  const { thinkingBudget: budget, thinkingLevel: level, ...rest } = rowOf(thinkingConfig);
  found.keys(rest, ['includeThoughts'], 'GEMINI-KEYS', 'thinkingConfig');
  if (versionOf(model) < 2.5) found.say('GEMINI-THINK', 'thinkingConfig', 'Thinking is not enabled for this model');
  if (budget !== undefined && level !== undefined)
    found.say('GEMINI-THINK', 'thinkingConfig', 'You can only set only one of thinking budget and thinking level.');
  if (level !== undefined && versionOf(model) < 3)
    found.say('GEMINI-THINK', 'thinkingLevel', 'Thinking level is not supported for this model.');
  if (level !== undefined && !['minimal', 'low', 'medium', 'high'].includes(String(level)))
    found.say('GEMINI-THINK', 'thinkingLevel', 'Invalid value');
  const least = /2\.5-pro/.test(model) ? 128 : 0;
  const most = /pro/.test(model) ? 32_768 : 24_576;
  if (typeof budget === 'number' && budget !== -1 && (budget < least || budget > most))
    found.say('GEMINI-THINK', 'thinkingBudget', `The thinking budget ${budget} is invalid.`);
}

/** Images inside a result: from version 3 on, inline, of three types. */
function checkInside(content: Row, where: string, version: number, found: Findings): void {
  for (const response of rowsOf(content.parts).map((part) => rowOf(part.functionResponse))) {
    if (response.parts === undefined) continue;
    if (version < 3) found.say('GEMINI-IMAGE', where, 'Multimodal function responses are not supported by this model.');
    for (const part of rowsOf(response.parts)) {
      const { mimeType, data } = rowOf(part.inlineData);
      const known = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain'].includes(
        String(mimeType),
      );
      if (!known || !isText(data)) found.say('GEMINI-IMAGE', where, `Unsupported MIME type: ${String(mimeType)}`);
    }
  }
}

const named = (content: Row | undefined, key: string): unknown[] =>
  rowsOf(content?.parts).flatMap((part) => (part[key] === undefined ? [] : [rowOf(part[key]).name]));

/** R30, R31, and that the last message is not the model's. */
function checkTurns(contents: readonly Row[], found: Findings): void {
  if (contents[0]?.role !== 'user')
    found.say('GEMINI-R30', 'contents[0]', 'Please ensure that the first turn is the user’s.');
  if (contents.at(-1)?.role !== 'user')
    found.say('GEMINI-END', 'the end', 'Please ensure that the last turn is the user’s.');
  contents.forEach((content, at) => {
    const where = `contents[${at}]`;
    const before = contents[at - 1];
    const calls = named(content, 'functionCall');
    const responses = named(content, 'functionResponse');
    if (calls.length > 0 && before?.role !== 'user') {
      found.say(
        'GEMINI-R30',
        where,
        'Please ensure that function call turns come immediately after a user turn or after a function response turn.',
      );
    }
    if (calls.length > 0 && named(contents[at + 1], 'functionResponse').join('\n') !== calls.join('\n')) {
      found.say(
        'GEMINI-R31',
        where,
        'Please ensure that the number of function response parts is equal to the number of function call parts.',
      );
    }
    if (responses.length > 0 && named(before, 'functionCall').length === 0) {
      found.say(
        'GEMINI-R31',
        where,
        'Please ensure that function response turn comes immediately after a function call turn.',
      );
    }
    const ids = (of: Row | undefined, key: string): string =>
      rowsOf(of?.parts)
        .flatMap((part) => (part[key] === undefined ? [] : [String(rowOf(part[key]).id ?? '')]))
        .join('\n');
    if (responses.length > 0 && ids(content, 'functionResponse') !== ids(before, 'functionCall'))
      found.say('GEMINI-R31', where, 'the ids of function responses are not those of the calls');
    if (responses.length > 0 && responses.length !== rowsOf(content.parts).length) {
      found.say('GEMINI-R31', where, 'other parts stand among function responses');
    }
  });
}

/** R32: on the first call of each of the model's contents. */
function checkSignatures(contents: readonly Row[], found: Findings): void {
  contents.forEach((content, at) => {
    const first = rowsOf(content.parts).find((part) => part.functionCall !== undefined);
    if (first && first.thoughtSignature === undefined) {
      found.say('GEMINI-R32', `contents[${at}]`, 'Function call is missing a thought_signature in functionCall parts.');
    }
  });
}
