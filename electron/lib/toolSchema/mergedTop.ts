// Normalizes the top of a tool's schema to an object with properties. Providers reject choices and conditions there
// ("must not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"), so the properties of all branches are
// merged; those that every branch requires stay required. The rest of the branches becomes a sentence in the
// description.

import { isSchema, type Schema } from './keywords.ts';

interface Parts {
  /** By name: the schemas from each branch. */
  properties: Map<string, Schema[]>;
  required: Set<string>;
}

const maxNote = 400;
const maxHops = 20;
/** More branches would make the note too long. */
const maxNotedBranches = 100;

/** Remaining work: references can multiply branches and their properties. */
interface Budget {
  branches: number;
  properties: number;
}

const newBudget = (): Budget => ({ branches: 500, properties: 10_000 });

export function mergeTopLevel(top: Schema, definitions: Schema): Schema {
  const { properties, required } = partsOf(top, definitions, newBudget());
  for (const name of required) if (!properties.has(name)) properties.set(name, [{}]);
  const { description, title, additionalProperties, patternProperties, dependentRequired } = followed(top, definitions);
  const notes = notesOf(top, definitions);
  const merged = [description, ...notes].filter((text) => typeof text === 'string' && text !== '').join('\n');
  return {
    ...(title === undefined ? {} : { title }),
    ...(merged === '' ? {} : { description: merged }),
    type: 'object',
    properties: Object.fromEntries([...properties].map(([name, schemas]) => [name, combined(schemas)])),
    ...(required.size > 0 ? { required: [...required] } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties }),
    ...(patternProperties === undefined ? {} : { patternProperties }),
    ...(dependentRequired === undefined ? {} : { dependentRequired }),
  };
}

/** Resolves a schema's reference in place. */
function followed(schema: Schema, definitions: Schema): Schema {
  let at = schema;
  for (let hops = 0; typeof at.$ref === 'string' && hops < maxHops; hops++) {
    const { $ref, ...rest } = at;
    const name = ($ref as string).replace('#/$defs/', '');
    const target = Object.hasOwn(definitions, name) ? definitions[name] : {};
    at = { ...(isSchema(target) ? target : {}), ...rest };
  }
  const { $ref: _reference, ...rest } = at;
  return rest;
}

function partsOf(top: Schema, definitions: Schema, budget: Budget): Parts {
  const of = (part: Schema, depth: number): Parts => {
    if (depth > maxHops || budget.branches-- <= 0 || budget.properties <= 0) {
      return { properties: new Map(), required: new Set() };
    }
    const schema = followed(part, definitions);
    const ownProperties = isSchema(schema.properties) ? Object.entries(schema.properties) : [];
    budget.properties -= ownProperties.length;
    const parts: Parts = {
      properties: new Map(ownProperties.map(([name, inner]) => [name, [inner as Schema]])),
      required: new Set((schema.required as string[] | undefined) ?? []),
    };
    const inside = (inner: unknown): Parts => of(inner as Schema, depth + 1);
    for (const branch of branches(schema.allOf)) {
      const { properties, required } = inside(branch);
      add(properties, parts);
      for (const name of required) parts.required.add(name);
    }
    for (const choice of [schema.anyOf, schema.oneOf]) {
      const all = branches(choice).map(inside);
      for (const { properties } of all) add(properties, parts);
      const [first, ...others] = all;
      for (const name of first?.required ?? []) {
        if (others.every(({ required }) => required.has(name))) parts.required.add(name);
      }
    }
    // What a condition requires is required only sometimes.
    const conditional = [
      schema.if,
      schema.then,
      schema.else,
      ...Object.values((schema.dependentSchemas ?? {}) as Schema),
    ];
    for (const branch of conditional.filter(isSchema)) add(inside(branch).properties, parts);
    return parts;
  };
  return of(top, 0);
}

function branches(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function add(properties: Parts['properties'], to: Parts): void {
  for (const [name, schemas] of properties) {
    const list = to.properties.get(name);
    if (list) for (const schema of schemas) list.push(schema);
    else to.properties.set(name, [...schemas]);
  }
}

/** Combines the schemas of a parameter from several branches. */
function combined(schemas: readonly Schema[]): Schema {
  // By identity first: branches that refer to one definition share its schemas.
  const distinct = [...new Map([...new Set(schemas)].map((schema) => [JSON.stringify(schema), schema])).values()];
  const [first = {}, ...others] = distinct.filter((schema) => Object.keys(schema).length > 0);
  if (others.length === 0) return first;
  const all = [first, ...others];
  const description = all.map((schema) => schema.description).find((text) => typeof text === 'string');
  const about = description === undefined ? {} : { description };
  const values = all.map(constants);
  if (values.every((some) => some !== null)) return { ...about, type: 'string', enum: [...new Set(values.flat())] };
  return { ...about, anyOf: all };
}

/** The only allowed texts, which distinguish branches. Null: others are allowed too. */
function constants({ const: one, enum: several }: Schema): string[] | null {
  const values = Array.isArray(several) ? several : [one];
  return values.every((value) => typeof value === 'string') ? values : null;
}

function notesOf(top: Schema, definitions: Schema): string[] {
  const schema = followed(top, definitions);
  const budget = newBudget();
  const sets = [schema.anyOf, schema.oneOf].flatMap((choice) => {
    const choices = branches(choice);
    if (choices.length > maxNotedBranches) return [];
    const all = choices.map((branch) => [...partsOf(branch, definitions, budget).required].join(', '));
    return new Set(all).size > 1 ? [`Give one of these sets of parameters: ${all.map(orNone).join(' | ')}.`] : [];
  });
  const refused = isSchema(schema.not) ? ((schema.not.required as string[] | undefined) ?? []) : [];
  const not = refused.length > 0 ? [`Not together: ${refused.join(', ')}.`] : [];
  return [...sets, ...not].filter((note) => note.length <= maxNote);
}

function orNone(names: string): string {
  return names === '' ? '(none)' : names;
}
