// Which grammar reads a file, and the queries for its declarations. In a query, `@name` is the declared name; the
// other capture is the whole declaration, named after its kind. `@within` only contains others, such as `impl` blocks.

export type GrammarName = keyof typeof queries;

const extensions: Readonly<Record<GrammarName, string>> = {
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs jsx',
  python: 'py pyi',
  go: 'go',
  rust: 'rs',
  java: 'java',
  // Also reads C.
  cpp: 'c h cc cpp cxx hh hpp hxx',
  'c-sharp': 'cs',
  ruby: 'rb rake',
  php: 'php',
  bash: 'sh bash',
};

const grammars = new Map(
  Object.entries(extensions).flatMap(([grammar, names]) =>
    names.split(' ').map((name) => [name, grammar as GrammarName] as const),
  ),
);

/** Null: files of this name have no symbols. */
export function grammarOf(path: string): GrammarName | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 1 ? null : (grammars.get(name.slice(dot + 1).toLowerCase()) ?? null);
}

/** Only constants that others can see: local ones would be most of the list. */
const scriptConstants = `
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @constant)
(program (export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name))) @constant)
`;

/** A variable that holds a function is a function. */
const scriptFunctions = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(lexical_declaration
  (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)])) @function
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @method
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
(assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(arrow_function) (function_expression)]) @function
`;

const javascript = `
${scriptConstants}
${scriptFunctions}
(class_declaration name: (identifier) @name) @class
(field_definition property: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
`;

const typescript = `
${scriptConstants}
${scriptFunctions}
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(public_field_definition name: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method
(abstract_method_signature name: (property_identifier) @name) @method
(method_signature name: (property_identifier) @name) @method
(function_signature name: (identifier) @name) @function
(interface_declaration name: (type_identifier) @name) @interface
(type_alias_declaration name: (type_identifier) @name) @type
(enum_declaration name: (identifier) @name) @enum
(internal_module name: [(identifier) (nested_identifier)] @name) @module
`;

const queries = {
  javascript,
  typescript,
  tsx: typescript,
  python: `
(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(module (expression_statement (assignment left: (identifier) @name)) @constant)
`,
  go: `
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list) @receiver name: (field_identifier) @name) @method
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @interface)
(type_declaration (type_spec name: (type_identifier) @name type: (_) @other) @type)
(type_declaration (type_alias name: (type_identifier) @name) @type)
(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @constant))
`,
  rust: `
(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @class
(union_item name: (type_identifier) @name) @class
(enum_item name: (type_identifier) @name) @enum
(trait_item name: (type_identifier) @name) @interface
(type_item name: (type_identifier) @name) @type
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant
(mod_item name: (identifier) @name body: (_)) @module
(macro_definition name: (identifier) @name) @function
(impl_item type: (_) @name) @within
`,
  java: `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
((field_declaration (modifiers) @modifiers declarator: (variable_declarator name: (identifier) @name)) @constant
  (#match? @modifiers "static[^]*final|final[^]*static"))
`,
  cpp: `
(function_definition declarator: [
  (function_declarator declarator: (_) @name)
  (pointer_declarator declarator: (function_declarator declarator: (_) @name))
  (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name)))
  (reference_declarator (function_declarator declarator: (_) @name))]) @function
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @class
(union_specifier name: (_) @name body: (_)) @class
(enum_specifier name: (_) @name body: (_)) @enum
(namespace_definition name: (_) @name) @module
(type_definition declarator: (type_identifier) @name) @type
(alias_declaration name: (type_identifier) @name) @type
(preproc_def name: (identifier) @name value: (_)) @constant
(preproc_function_def name: (identifier) @name) @function
(field_declaration declarator: [
  (function_declarator declarator: (_) @name)
  (pointer_declarator declarator: (function_declarator declarator: (_) @name))
  (reference_declarator (function_declarator declarator: (_) @name))]) @method
`,
  'c-sharp': `
(class_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(delegate_declaration name: (identifier) @name) @type
(namespace_declaration name: (_) @name) @module
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(local_function_statement name: (identifier) @name) @function
(property_declaration name: (identifier) @name) @method
((field_declaration (modifier) @modifiers (variable_declaration (variable_declarator name: (identifier) @name))) @constant
  (#match? @modifiers "^(const|readonly)$"))
`,
  ruby: `
(class name: (_) @name) @class
(module name: (_) @name) @module
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
`,
  php: `
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @class
(enum_declaration name: (name) @name) @enum
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(const_declaration (const_element (name) @name)) @constant
`,
  bash: `
(function_definition name: (word) @name) @function
`,
};

export function queryOf(grammar: GrammarName): string {
  return queries[grammar];
}
