import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { pluginFolders } from './plugin-headers.ts';

/*
 * The shapes of what a plugin is asked and answers, read from the type definitions that it ships: so that neither the app nor
 * the simulated phone can say what the real one would not understand.
 */

interface Shapes {
  options: ts.Type | undefined;
  result: ts.Type | undefined;
}

/** A file that may declare a plugin's calls. Some plugins declare those of their native side apart. */
const files = pluginFolders()
  .flatMap((folder) => ['native', 'definitions'].map((name) => join(folder, 'dist/esm', `${name}.d.ts`)))
  .filter(existsSync);
const program = ts.createProgram(files, {
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  module: ts.ModuleKind.ESNext,
});
const checker = program.getTypeChecker();

/** The types that may declare a plugin, by their names. */
const declared = new Map<string, ts.Type>();
for (const file of program.getSourceFiles().filter(({ fileName }) => files.includes(fileName))) {
  file.forEachChild((node) => {
    if ((ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) && node.name)
      declared.set(node.name.text, checker.getTypeAtLocation(node.name));
  });
}

const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol);

function settledType(type: ts.Type): ts.Type {
  return checker.getAwaitedType(type) ?? type;
}

/** The shapes of one method; throws when the plugin declares no such method. */
function shapesOf(plugin: string, method: string): Shapes {
  for (const name of [`${plugin}Native`, `${plugin}Plugin`]) {
    const symbol = declared.get(name)?.getProperty(method);
    const [signature] = symbol ? typeOf(symbol).getCallSignatures() : [];
    if (!signature) continue;
    const [first] = signature.getParameters();
    return { options: first && typeOf(first), result: settledType(signature.getReturnType()) };
  }
  throw new Error(`${plugin} declares no ${method}()`);
}

/** The events that a plugin declares, each with the type of its data. */
function eventType(plugin: string, event: string): ts.Type | undefined {
  const symbol = declared.get(`${plugin}Plugin`)?.getProperty('addListener');
  for (const signature of symbol ? typeOf(symbol).getCallSignatures() : []) {
    const [name, listener] = signature.getParameters().map(typeOf);
    if (!name || !listener || !(name.isStringLiteral() && name.value === event)) continue;
    const [data] = listener.getCallSignatures()[0]?.getParameters() ?? [];
    return data ? typeOf(data) : checker.getUndefinedType();
  }
  return undefined;
}

const { Any, Unknown, Undefined, Void, Null, Object: ObjectKeyword } = ts.TypeFlags;

/** What is wrong with a value that is sent as `type`; nothing when it fits. JSON drops what is undefined. */
function problems(value: unknown, type: ts.Type, path: string): string[] {
  if (type.flags & (Any | Unknown)) return [];
  if (type.isUnion())
    return type.types.some((each) => problems(value, each, path).length === 0)
      ? []
      : [`${path} is ${JSON.stringify(value)}, not ${checker.typeToString(type)}`];
  const wrong = [`${path} is ${JSON.stringify(value)}, not ${checker.typeToString(type)}`];
  if (value === undefined) return type.flags & (Undefined | Void) ? [] : wrong;
  if (value === null) return type.flags & Null ? [] : wrong;
  if (type.isLiteral()) return type.value === value ? [] : wrong;
  if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === String(value) ? [] : wrong;
  if (type.flags & ts.TypeFlags.StringLike) return typeof value === 'string' ? [] : wrong;
  if (type.flags & ts.TypeFlags.NumberLike) return typeof value === 'number' ? [] : wrong;
  if (type.flags & ObjectKeyword || checker.isArrayType(type)) return inArray(value, type, path, wrong);
  return inObject(value, type, path, wrong);
}

function inArray(value: unknown, type: ts.Type, path: string, wrong: string[]): string[] {
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (!item || !Array.isArray(value)) return item ? wrong : inObject(value, type, path, wrong);
  return value.flatMap((each, at) => problems(each, item, `${path}[${at}]`));
}

function inObject(value: unknown, type: ts.Type, path: string, wrong: string[]): string[] {
  if (typeof value !== 'object' || type.flags & (Undefined | Void | Null)) return wrong;
  const known = type.getProperties();
  const given = Object.entries(value as object);
  const open = checker.getIndexTypeOfType(type, ts.IndexKind.String) !== undefined;
  const strange = open ? [] : given.filter(([key]) => !known.some(({ name }) => name === key)).map(([key]) => `${path}.${key} is unknown`);
  return [...strange, ...known.flatMap((symbol) => inProperty(Object.fromEntries(given)[symbol.name], symbol, `${path}.${symbol.name}`))];
}

function inProperty(value: unknown, symbol: ts.Symbol, path: string): string[] {
  if (value === undefined) return symbol.flags & ts.SymbolFlags.Optional ? [] : [...problems(value, typeOf(symbol), path)];
  return problems(value, typeOf(symbol), path);
}

function expectFit(value: unknown, type: ts.Type | undefined, what: string): void {
  if (!type) return;
  const found = problems(value, type, what);
  if (found.length) throw new Error(found.join('; '));
}

/** Throws when the options of a call are not what the plugin declares. */
export function checkOptions(plugin: string, method: string, options: unknown): void {
  const { options: type } = shapesOf(plugin, method);
  if (!type && Object.keys(options as object).length > 0) throw new Error(`${plugin}.${method}() takes no options`);
  // The bridge sends {} for a call without options.
  if (type) expectFit(options, checker.getNonNullableType(type), `${plugin}.${method}(options)`);
}

/** Throws when an answer of the simulated phone is not what the plugin declares. */
export const checkResult = (plugin: string, method: string, result: unknown): void =>
  expectFit(result, shapesOf(plugin, method).result, `${plugin}.${method}()`);

/** Throws when the plugin declares no such event, or other data. */
export function checkEvent(plugin: string, event: string, data?: unknown): void {
  const type = eventType(plugin, event);
  if (!type) throw new Error(`${plugin} declares no event ${event}`);
  if (data !== undefined) expectFit(data, type, `${plugin}:${event}`);
}
